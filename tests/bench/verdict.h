// What a part of the bench says of its aim. A missed aim is said and no error: another machine, other work beside it. A
// program fails where two that should find the same do not.
#pragma once

namespace scalewright::bench {

inline const char* verdict(bool held)
{
    return held ? "held" : "missed";
}

}  // namespace scalewright::bench
