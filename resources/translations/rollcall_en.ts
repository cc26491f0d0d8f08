<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Bar</name>
    <message numerus="yes">
        <source>%n key(s) left to drain</source>
        <translation>
            <numerusform>%n key left to drain</numerusform>
            <numerusform>%n keys left to drain</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Life</name>
    <message numerus="yes">
        <source>gave up after %n retries</source>
        <translation>
            <numerusform>gave up after %n retry</numerusform>
            <numerusform>gave up after %n retries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watch event(s)</source>
        <translation>
            <numerusform>%n watch event</numerusform>
            <numerusform>%n watch events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n retries</source>
        <translation>
            <numerusform>%n retry</numerusform>
            <numerusform>%n retries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message numerus="yes">
        <source>%n row(s) are hidden.</source>
        <translation>
            <numerusform>%n row is hidden.</numerusform>
            <numerusform>%n rows are hidden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message numerus="yes">
        <source>%n key(s) stand before it in the line.</source>
        <translation>
            <numerusform>%n key stands before it in the line.</numerusform>
            <numerusform>%n keys stand before it in the line.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes are collapsed into one run.</source>
        <translation>
            <numerusform>%n change leads to one run.</numerusform>
            <numerusform>%n changes are collapsed into one run.</numerusform>
        </translation>
    </message>
</context>
</TS>
