<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Measure</name>
    <message numerus="yes">
        <source>%n worker count(s)</source>
        <translation>
            <numerusform>%n worker count</numerusform>
            <numerusform>%n worker counts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>scalewright::ui::CommandPalette</name>
    <message numerus="yes">
        <source>%1; %n found</source>
        <translation>
            <numerusform>%1; %n found</numerusform>
            <numerusform>%1; %n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>scalewright::ui::ProbeTable</name>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>scalewright::ui::ImportPanel</name>
    <message numerus="yes">
        <source>%1 (%n row(s))</source>
        <translation>
            <numerusform>%1 (%n row)</numerusform>
            <numerusform>%1 (%n rows)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take %n ladder(s)</source>
        <translation>
            <numerusform>Take %n ladder</numerusform>
            <numerusform>Take %n ladders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>scalewright::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n file(s) written to %1</source>
        <translation>
            <numerusform>%n file written to %1</numerusform>
            <numerusform>%n files written to %1</numerusform>
        </translation>
    </message>
</context>
</TS>
