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
    <name>Jobs</name>
    <message numerus="yes">
        <source>The %n chosen one(s)</source>
        <translation>
            <numerusform>The chosen one</numerusform>
            <numerusform>The %n chosen ones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n Student(s)</source>
        <translation>
            <numerusform>The one Student</numerusform>
            <numerusform>All %n Students</numerusform>
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
    <name>Lines</name>
    <message numerus="yes">
        <source>(%n line(s))</source>
        <translation>
            <numerusform>(1 line)</numerusform>
            <numerusform>(%n lines)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%n character(s))</source>
        <translation>
            <numerusform>(1 character)</numerusform>
            <numerusform>(%n characters)</numerusform>
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
    <name>Story</name>
    <message numerus="yes">
        <source>The last run stands for %n watch event(s).</source>
        <translation>
            <numerusform>The last run stands for 1 watch event.</numerusform>
            <numerusform>The last run stands for %n watch events.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The last run stands for %n watch event(s): RV %1.</source>
        <translation>
            <numerusform>The last run stands for 1 watch event: RV %1.</numerusform>
            <numerusform>The last run stands for %n watch events: RV %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It repeats %n earlier run(s).</source>
        <translation>
            <numerusform>It repeats 1 earlier run.</numerusform>
            <numerusform>It repeats %n earlier runs.</numerusform>
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
<context>
    <name>rollcall::MainWindow</name>
    <message numerus="yes">
        <source>%n Student(s) written; Ctrl+Shift+M stops</source>
        <translation>
            <numerusform>1 Student written; Ctrl+Shift+M stops</numerusform>
            <numerusform>%n Students written; Ctrl+Shift+M stops</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rollcall::PreflightDialog</name>
    <message numerus="yes">
        <source>%n thing(s) to look at, first in the list.</source>
        <translation>
            <numerusform>%n thing to look at, first in the list.</numerusform>
            <numerusform>%n things to look at, first in the list.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rollcall::StudentActions</name>
    <message numerus="yes">
        <source>It has %n finalizer(s) (%1): the API server only marks it as Terminating, and it goes when each one's owner has taken its name out.</source>
        <translation>
            <numerusform>It has a finalizer (%1): the API server only marks it as Terminating, and it goes when the finalizer's owner has taken its name out.</numerusform>
            <numerusform>It has %n finalizers (%1): the API server only marks it as Terminating, and it goes when each one's owner has taken its name out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped after %n Student(s)</source>
        <translation>
            <numerusform>Stopped after 1 Student</numerusform>
            <numerusform>Stopped after %n Students</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n Student(s) written</source>
        <translation>
            <numerusform>1 Student written</numerusform>
            <numerusform>%n Students written</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n failed</source>
        <translation>
            <numerusform>%1, 1 failed</numerusform>
            <numerusform>%1, %n failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rollcall::TargetPicker</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rollcall::TargetsModel</name>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n context</numerusform>
            <numerusform>%n contexts</numerusform>
        </translation>
    </message>
</context>
</TS>
