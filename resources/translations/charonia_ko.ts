<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
    <context>
        <name>Commands</name>
        <message>
            <source>Open...</source>
            <translation>열기...</translation>
        </message>
        <message>
            <source>Save source</source>
            <translation>소스 저장</translation>
        </message>
        <message>
            <source>Save launch file</source>
            <translation>실행 구성 파일 저장</translation>
        </message>
        <message>
            <source>Export view as image...</source>
            <translation>보기를 이미지로 내보내기...</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>끝내기</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>실행 취소</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>다시 실행</translation>
        </message>
        <message>
            <source>Find in source...</source>
            <translation>소스에서 찾기...</translation>
        </message>
        <message>
            <source>Previous selection</source>
            <translation>이전 선택</translation>
        </message>
        <message>
            <source>Next selection</source>
            <translation>다음 선택</translation>
        </message>
        <message>
            <source>Compile and simulate now</source>
            <translation>지금 컴파일하고 시뮬레이션</translation>
        </message>
        <message>
            <source>Simulate</source>
            <translation>시뮬레이션</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>중지</translation>
        </message>
        <message>
            <source>Simulate after each compilation</source>
            <translation>컴파일할 때마다 시뮬레이션</translation>
        </message>
        <message>
            <source>Next changed pass</source>
            <translation>다음 변경 패스</translation>
        </message>
        <message>
            <source>Previous changed pass</source>
            <translation>이전 변경 패스</translation>
        </message>
        <message>
            <source>IR: plain</source>
            <translation>IR: 그대로</translation>
        </message>
        <message>
            <source>IR: unified diff</source>
            <translation>IR: 통합 비교</translation>
        </message>
        <message>
            <source>IR: side by side</source>
            <translation>IR: 나란히 비교</translation>
        </message>
        <message>
            <source>Light theme</source>
            <translation>밝은 테마</translation>
        </message>
        <message>
            <source>Dark theme</source>
            <translation>어두운 테마</translation>
        </message>
        <message>
            <source>Larger text</source>
            <translation>글자 크게</translation>
        </message>
        <message>
            <source>Smaller text</source>
            <translation>글자 작게</translation>
        </message>
        <message>
            <source>Reset layout</source>
            <translation>배치 초기화</translation>
        </message>
        <message>
            <source>Command palette...</source>
            <translation>명령 팔레트...</translation>
        </message>
        <message>
            <source>Keyboard shortcuts...</source>
            <translation>단축키...</translation>
        </message>
        <message>
            <source>About Charonia</source>
            <translation>Charonia 정보</translation>
        </message>
        <message>
            <source>Compile in a worker process</source>
            <translation>작업 프로세스에서 컴파일</translation>
        </message>
        <message>
            <source>Open folder...</source>
            <translation>폴더 열기...</translation>
        </message>
        <message>
            <source>Open a file of the folder...</source>
            <translation>폴더의 파일 열기...</translation>
        </message>
        <message>
            <source>Settings...</source>
            <translation>설정...</translation>
        </message>
        <message>
            <source>Compare with upstream Triton</source>
            <translation>업스트림 Triton과 비교</translation>
        </message>
        <message>
            <source>Front ends: next difference</source>
            <translation>프런트엔드: 다음 차이</translation>
        </message>
        <message>
            <source>Front ends: previous difference</source>
            <translation>프런트엔드: 이전 차이</translation>
        </message>
        <message>
            <source>Apply the fix of a message</source>
            <translation>메시지의 수정 적용</translation>
        </message>
        <message>
            <source>Next problem</source>
            <translation>다음 문제</translation>
        </message>
        <message>
            <source>Previous problem</source>
            <translation>이전 문제</translation>
        </message>
        <message>
            <source>About this message</source>
            <translation>이 메시지 설명</translation>
        </message>
    </context>
    <context>
        <name>Limits</name>
        <message>
            <source>Size of a source</source>
            <translation>소스 크기</translation>
        </message>
        <message>
            <source>Size of IR text</source>
            <translation>IR 텍스트 크기</translation>
        </message>
        <message>
            <source>Nested brackets in a source</source>
            <translation>소스의 괄호 중첩</translation>
        </message>
        <message>
            <source>Nested indents</source>
            <translation>들여쓰기 중첩</translation>
        </message>
        <message>
            <source>Chain of operators, attributes or elif</source>
            <translation>연산자, 속성, elif의 연속 길이</translation>
        </message>
        <message>
            <source>Nested regions in IR</source>
            <translation>IR의 영역 중첩</translation>
        </message>
        <message>
            <source>Operations of a kernel after inlining</source>
            <translation>인라인 후 커널의 연산 수</translation>
        </message>
        <message>
            <source>Arguments' memory in all</source>
            <translation>인자 메모리 합계</translation>
        </message>
        <message>
            <source>Program ids of a launch</source>
            <translation>실행 하나의 프로그램 ID 수</translation>
        </message>
        <message>
            <source>Steps of a run</source>
            <translation>실행 단계 수</translation>
        </message>
        <message>
            <source>Time of a run</source>
            <translation>실행 시간</translation>
        </message>
        <message>
            <source>Events kept of a run</source>
            <translation>보관하는 실행 이벤트 수</translation>
        </message>
        <message>
            <source>Memory of a worker process</source>
            <translation>작업 프로세스 메모리</translation>
        </message>
    </context>
    <context>
        <name>Panels</name>
        <message>
            <source>Source</source>
            <translation>소스</translation>
        </message>
        <message>
            <source>Launch</source>
            <translation>실행 구성</translation>
        </message>
        <message>
            <source>Passes</source>
            <translation>패스</translation>
        </message>
        <message>
            <source>IR</source>
            <translation>IR</translation>
        </message>
        <message>
            <source>Heat map</source>
            <translation>히트맵</translation>
        </message>
        <message>
            <source>CB timeline</source>
            <translation>CB 타임라인</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>스케줄</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>문제</translation>
        </message>
        <message>
            <source>Decisions</source>
            <translation>결정</translation>
        </message>
        <message>
            <source>Run report</source>
            <translation>실행 보고서</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>파일</translation>
        </message>
        <message>
            <source>Front ends</source>
            <translation>프런트엔드</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::CommandPalette</name>
        <message>
            <source>Command palette</source>
            <translation>명령 팔레트</translation>
        </message>
        <message>
            <source>Type a command</source>
            <translation>명령을 입력하세요</translation>
        </message>
        <message>
            <source>Command</source>
            <translation>명령</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>명령</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>단축키</translation>
        </message>
        <message>
            <source>In timelines</source>
            <translation>타임라인에서</translation>
        </message>
        <message>
            <source>In the heat map</source>
            <translation>히트맵에서</translation>
        </message>
        <message>
            <source>Arrows choose a PE, Shift+arrows add to the selection.</source>
            <translation>화살표 키로 PE를 고르고, Shift+화살표 키로 선택에 추가합니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::FixActions</name>
        <message>
            <source>There is no fix here.</source>
            <translation>여기에는 수정 제안이 없습니다.</translation>
        </message>
        <message>
            <source>The fix belongs to another file: %1</source>
            <translation>다른 파일의 수정 제안입니다: %1</translation>
        </message>
        <message>
            <source>The text has changed since. Wait for the next compilation.</source>
            <translation>그 뒤 텍스트가 바뀌었습니다. 다음 컴파일을 기다리세요.</translation>
        </message>
        <message>
            <source>Applied: %1</source>
            <translation>적용함: %1</translation>
        </message>
        <message>
            <source>There is no message with a page here. Put the caret on one.</source>
            <translation>여기에는 설명이 있는 메시지가 없습니다. 커서를 메시지 위에 두세요.</translation>
        </message>
        <message>
            <source>There is no page about %1.</source>
            <translation>%1에 대한 설명이 없습니다.</translation>
        </message>
        <message>
            <source>About this message</source>
            <translation>이 메시지 설명</translation>
        </message>
        <message>
            <source>The source has no problems.</source>
            <translation>소스에 문제가 없습니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::MainWindow</name>
        <message>
            <source>There is no launch file: one was made from the signature. Check it in the launch panel and save it.</source>
            <translation>실행 구성 파일이 없어 시그니처로 만들었습니다. 실행 구성 패널에서 확인하고 저장하세요.</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>파일(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>편집(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Run</source>
            <translation>실행(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>보기(&amp;V)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>도움말(&amp;H)</translation>
        </message>
        <message>
            <source>Panels</source>
            <translation>패널</translation>
        </message>
        <message>
            <source>Main tool bar</source>
            <translation>주 도구 모음</translation>
        </message>
        <message>
            <source>Open a kernel or a launch</source>
            <translation>커널 또는 실행 구성 열기</translation>
        </message>
        <message>
            <source>Kernels and launches (*.py *.ttir *.mlir *.launch.json);;All files (*)</source>
            <translation>커널과 실행 구성 (*.py *.ttir *.mlir *.launch.json);;모든 파일 (*)</translation>
        </message>
        <message>
            <source>Saved %1</source>
            <translation>%1 저장됨</translation>
        </message>
        <message>
            <source>Save launch file</source>
            <translation>실행 구성 파일 저장</translation>
        </message>
        <message>
            <source>About Charonia</source>
            <translation>Charonia 정보</translation>
        </message>
        <message>
            <source>Charonia %1: an IDE for Triton kernels on an accelerator with circular buffers.
License: GPL-3.0-or-later.</source>
            <translation>Charonia %1: 순환 버퍼를 쓰는 가속기용 Triton 커널 IDE.
라이선스: GPL-3.0-or-later.</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>열기</translation>
        </message>
        <message>
            <source>Compiling...</source>
            <translation>컴파일 중...</translation>
        </message>
        <message>
            <source>Simulating...</source>
            <translation>시뮬레이션 중...</translation>
        </message>
        <message>
            <source>Errors in the source</source>
            <translation>소스에 오류가 있습니다</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>준비됨</translation>
        </message>
        <message>
            <source>Open a kernel to begin.</source>
            <translation>커널을 열어 시작하세요.</translation>
        </message>
        <message>
            <source>compiled in %1 ms</source>
            <translation>컴파일 %1 ms</translation>
        </message>
        <message>
            <source>%1 cycles (%2), simulated in %3 s</source>
            <extracomment>figures in the status bar: cycles, time on the chip, time to simulate</extracomment>
            <translation>%1 사이클(%2), 시뮬레이션 %3초</translation>
        </message>
        <message>
            <source>Save source</source>
            <translation>소스 저장</translation>
        </message>
        <message>
            <source>Unsaved changes</source>
            <translation>저장하지 않은 변경</translation>
        </message>
        <message>
            <source>The source has unsaved changes. Save them?</source>
            <translation>소스에 저장하지 않은 변경이 있습니다. 저장할까요?</translation>
        </message>
        <message>
            <source>an unnamed document</source>
            <translation>이름 없는 문서</translation>
        </message>
        <message>
            <source>Recover</source>
            <translation>복구</translation>
        </message>
        <message>
            <source>The program ended before changes to %1 were saved (%2). Restore them?</source>
            <translation>%1의 변경을 저장하기 전에 프로그램이 끝났습니다(%2). 복구할까요?</translation>
        </message>
        <message>
            <source>Export view as image</source>
            <translation>보기를 이미지로 내보내기</translation>
        </message>
        <message>
            <source>Images (*.png)</source>
            <translation>이미지 (*.png)</translation>
        </message>
        <message>
            <source>%1 cannot be written.</source>
            <translation>%1에 쓸 수 없습니다.</translation>
        </message>
        <message>
            <source>Notice</source>
            <translation>알림</translation>
        </message>
        <message>
            <source>The compiler crashed and was recovered. Your text is kept safe and a worker process compiles from now on; start the program again when it suits you.</source>
            <translation>컴파일러가 비정상 종료되었다가 복구되었습니다. 작성한 텍스트는 안전하게 보관되며 이제부터 작업 프로세스가 컴파일합니다. 편할 때 프로그램을 다시 시작하세요.</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
        <message>
            <source>Open a folder</source>
            <translation>폴더 열기</translation>
        </message>
        <message>
            <source>Command palette</source>
            <translation>명령 팔레트</translation>
        </message>
        <message>
            <source>Type a command</source>
            <translation>명령을 입력하세요</translation>
        </message>
        <message>
            <source>Open a folder or a file first.</source>
            <translation>먼저 폴더나 파일을 여세요.</translation>
        </message>
        <message>
            <source>Looking for files...</source>
            <translation>파일을 찾는 중...</translation>
        </message>
        <message>
            <source>Open a file of %1</source>
            <translation>%1의 파일 열기</translation>
        </message>
        <message>
            <source>Type a part of the file's name</source>
            <translation>파일 이름의 일부를 입력하세요</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::Panels</name>
        <message>
            <source>Compiling...</source>
            <translation>컴파일 중...</translation>
        </message>
        <message>
            <source>imported IR</source>
            <translation>가져온 IR</translation>
        </message>
        <message>
            <source>Stale: the source has errors. This is the last good result.</source>
            <translation>오래된 결과: 소스에 오류가 있어 마지막 정상 결과를 보여 줍니다.</translation>
        </message>
        <message>
            <source>The IR of this pass is no longer there. Compile again to see it.</source>
            <translation>이 패스의 IR은 더 이상 없습니다. 다시 컴파일하면 볼 수 있습니다.</translation>
        </message>
        <message>
            <source>Stale: this run is of an earlier text or of another case.</source>
            <translation>오래된 결과: 이전 텍스트 또는 다른 케이스를 실행한 결과입니다.</translation>
        </message>
        <message>
            <source>There is nothing to compare.</source>
            <translation>비교할 것이 없습니다.</translation>
        </message>
        <message>
            <source>Stale: this comparison is of an earlier text or launch.</source>
            <translation>오래됨: 이전 텍스트나 실행 구성의 비교입니다.</translation>
        </message>
        <message>
            <source>Simulating...</source>
            <translation>시뮬레이션 중...</translation>
        </message>
        <message>
            <source>Compare to see what upstream Triton makes of this kernel.</source>
            <translation>비교하면 업스트림 Triton이 이 커널로 만드는 IR을 볼 수 있습니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::SettingsDialog</name>
        <message>
            <source>Settings</source>
            <translation>설정</translation>
        </message>
        <message>
            <source>Imports</source>
            <translation>가져오기</translation>
        </message>
        <message>
            <source>Upstream Triton</source>
            <translation>업스트림 Triton</translation>
        </message>
        <message>
            <source>Limits</source>
            <translation>한도</translation>
        </message>
        <message>
            <source>OK</source>
            <translation>확인</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>취소</translation>
        </message>
        <message>
            <source>Python files that a kernel imports are looked for in its own folder and package, then in these folders in order, then in the opened folder. They are read, never executed.</source>
            <translation>커널이 가져오는 Python 파일은 커널의 폴더와 패키지, 아래 폴더(위에서부터), 열린 폴더 순서로 찾습니다. 파일은 읽기만 하며 실행하지 않습니다.</translation>
        </message>
        <message>
            <source>Folders of imported files</source>
            <translation>가져오는 파일의 폴더</translation>
        </message>
        <message>
            <source>Add...</source>
            <translation>추가...</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>제거</translation>
        </message>
        <message>
            <source>Up</source>
            <translation>위로</translation>
        </message>
        <message>
            <source>Down</source>
            <translation>아래로</translation>
        </message>
        <message>
            <source>Folder of imported files</source>
            <translation>가져오는 파일의 폴더</translation>
        </message>
        <message>
            <source>Upstream Triton can compile a kernel as well, to compare its IR with ours. Other than the built-in front end it executes the kernel's file and all that it imports, with your rights. Use it for files that you trust.</source>
            <translation>업스트림 Triton으로도 커널을 컴파일하여 그 IR을 내장 프런트엔드의 IR과 비교할 수 있습니다. 내장 프런트엔드와 달리 커널 파일과 그 파일이 가져오는 모든 것을 사용자 권한으로 실행합니다. 신뢰하는 파일에만 사용하세요.</translation>
        </message>
        <message>
            <source>Use upstream Triton as a second front end</source>
            <translation>업스트림 Triton을 두 번째 프런트엔드로 사용</translation>
        </message>
        <message>
            <source>a Python that has Triton 3.4 to 3.6, such as /opt/venv/bin/python</source>
            <translation>Triton 3.4~3.6이 있는 Python, 예: /opt/venv/bin/python</translation>
        </message>
        <message>
            <source>%1 (from CHARONIA_PYTHON)</source>
            <translation>%1 (CHARONIA_PYTHON에서)</translation>
        </message>
        <message>
            <source>Browse...</source>
            <translation>찾아보기...</translation>
        </message>
        <message>
            <source>Python &amp;interpreter</source>
            <translation>Python 인터프리터(&amp;I)</translation>
        </message>
        <message>
            <source>&amp;Time limit</source>
            <translation>시간 제한(&amp;T)</translation>
        </message>
        <message>
            <source>Test</source>
            <translation>시험</translation>
        </message>
        <message>
            <source>Starts the interpreter and asks for Triton's version</source>
            <translation>인터프리터를 시작하여 Triton 버전을 확인합니다</translation>
        </message>
        <message>
            <source>Python interpreter</source>
            <translation>Python 인터프리터</translation>
        </message>
        <message>
            <source>No interpreter is named.</source>
            <translation>인터프리터가 지정되지 않았습니다.</translation>
        </message>
        <message>
            <source>Starting %1...</source>
            <translation>%1 시작 중...</translation>
        </message>
        <message>
            <source>It cannot be started: %1</source>
            <translation>시작할 수 없습니다: %1</translation>
        </message>
        <message>
            <source>Triton %1 with Python %2</source>
            <translation>Triton %1, Python %2</translation>
        </message>
        <message>
            <source>It has no Triton that can be imported: %1</source>
            <translation>가져올 수 있는 Triton이 없습니다: %1</translation>
        </message>
        <message>
            <source>What is larger is refused with a message that names the limit. Higher limits may cost memory and time.</source>
            <translation>이보다 크면 한도를 밝히는 메시지와 함께 거부합니다. 한도를 높이면 메모리와 시간이 더 들 수 있습니다.</translation>
        </message>
        <message>
            <source>From %1 to %2; normally %3</source>
            <translation>%1부터 %2까지, 기본값 %3</translation>
        </message>
        <message>
            <source>Restore defaults</source>
            <translation>기본값 복원</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::SourcePanel</name>
        <message>
            <source>Source</source>
            <translation>소스</translation>
        </message>
        <message>
            <source>Find (Enter: next, Esc: close)</source>
            <translation>찾기(Enter: 다음, Esc: 닫기)</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::UpstreamActions</name>
        <message>
            <source>Open a kernel to compare.</source>
            <translation>비교하려면 커널을 여세요.</translation>
        </message>
        <message>
            <source>Upstream Triton is off, because it executes the kernel's file. It can be turned on in the settings.</source>
            <translation>업스트림 Triton은 커널 파일을 실행하므로 꺼져 있습니다. 설정에서 켤 수 있습니다.</translation>
        </message>
        <message>
            <source>No Python interpreter is chosen. Name one that has Triton 3.4 to 3.6 in the settings.</source>
            <translation>선택한 Python 인터프리터가 없습니다. 설정에서 Triton 3.4~3.6이 있는 인터프리터를 지정하세요.</translation>
        </message>
        <message>
            <source>Nothing was executed.</source>
            <translation>아무것도 실행하지 않았습니다.</translation>
        </message>
        <message>
            <source>Upstream Triton</source>
            <translation>업스트림 Triton</translation>
        </message>
        <message>
            <source>Upstream Triton executes %1 and all that it imports.</source>
            <translation>업스트림 Triton은 %1 파일과 그 파일이 가져오는 모든 것을 실행합니다.</translation>
        </message>
        <message>
            <source>%1 runs it with your rights, now and at each later comparison. Go on if you trust the file.</source>
            <translation>%1 인터프리터가 지금과 이후 비교할 때마다 사용자 권한으로 실행합니다. 파일을 신뢰하면 계속하세요.</translation>
        </message>
        <message>
            <source>Execute</source>
            <translation>실행</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>취소</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::Workspace</name>
        <message>
            <source>%1 cannot be written: %2</source>
            <translation>%1에 쓸 수 없습니다: %2</translation>
        </message>
        <message>
            <source>%1 cannot be read: %2</source>
            <translation>%1을(를) 읽을 수 없습니다: %2</translation>
        </message>
        <message>
            <source>%1 is larger than the limit of %2 MiB.</source>
            <translation>%1이(가) 한도 %2 MiB보다 큽니다.</translation>
        </message>
        <message>
            <source>%1 is not UTF-8 text.</source>
            <translation>%1은(는) UTF-8 텍스트가 아닙니다.</translation>
        </message>
        <message>
            <source>%1 names neither a source nor an IR file.</source>
            <translation>%1에 소스 파일도 IR 파일도 지정되어 있지 않습니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ArgumentModel</name>
        <message>
            <source>Argument</source>
            <translation>인자</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>형식</translation>
        </message>
        <message>
            <source>Shape or value</source>
            <translation>형상 또는 값</translation>
        </message>
        <message>
            <source>Place</source>
            <translation>위치</translation>
        </message>
        <message>
            <source>A shape is positive whole numbers with x between them, such as 128 x 64.</source>
            <translation>형상은 양의 정수를 x로 이어서 씁니다. 예: 128 x 64.</translation>
        </message>
        <message>
            <source>"%1" is no value: give a number, True, False, None, 'text' or = expression.</source>
            <translation>"%1"은(는) 값이 아닙니다. 숫자, True, False, None, '문자열' 또는 = 수식을 입력하세요.</translation>
        </message>
        <message>
            <source>"%1" is no type: write it as Triton's signatures do, such as *fp16, i32 or fp32.</source>
            <translation>"%1"은(는) 형식이 아닙니다. *fp16, i32, fp32처럼 Triton 시그니처 표기로 쓰세요.</translation>
        </message>
        <message>
            <source>A place is dram, llc or sram.</source>
            <translation>위치는 dram, llc, sram 중 하나입니다.</translation>
        </message>
        <message>
            <source>This cell cannot be edited.</source>
            <translation>이 칸은 편집할 수 없습니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CbCanvas</name>
        <message>
            <source>CB occupancy</source>
            <translation>CB 점유율</translation>
        </message>
        <message>
            <source>The occupancy of the circular buffers shows here after a run.</source>
            <translation>실행하면 순환 버퍼의 점유율이 여기에 표시됩니다.</translation>
        </message>
        <message>
            <source>PE %1 used no circular buffer in this run.</source>
            <translation>이번 실행에서 PE %1은(는) 순환 버퍼를 쓰지 않았습니다.</translation>
        </message>
        <message>
            <source>%1 at cycle %2: %3 filled, %4 reserved or filled, of %5 slots
Full %6, empty %7 of the makespan; most slots used: %8</source>
            <translation>%1, 사이클 %2: 슬롯 %5개 중 채움 %3, 예약 또는 채움 %4
총 수행 사이클 중 가득 참 %6, 비어 있음 %7, 최대 사용 슬롯: %8</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CbModel</name>
        <message>
            <source>RE banks</source>
            <translation>RE 뱅크</translation>
        </message>
        <message>
            <source>CB</source>
            <translation>CB</translation>
        </message>
        <message>
            <source>Tile</source>
            <translation>타일</translation>
        </message>
        <message>
            <source>Depth</source>
            <translation>깊이</translation>
        </message>
        <message>
            <source>Bytes</source>
            <translation>바이트</translation>
        </message>
        <message>
            <source>Producer → readers</source>
            <translation>생산자 → 소비자</translation>
        </message>
        <message>
            <source>Most slots</source>
            <translation>최대 슬롯</translation>
        </message>
        <message>
            <source>Full</source>
            <translation>가득 참</translation>
        </message>
        <message>
            <source>Empty</source>
            <translation>비어 있음</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CbTimelineView</name>
        <message>
            <source>CB timeline</source>
            <translation>CB 타임라인</translation>
        </message>
        <message>
            <source>Circular buffers</source>
            <translation>순환 버퍼</translation>
        </message>
        <message>
            <source>PE %1 (row %2, column %3). Dark: filled; light: reserved. Bar above a strip: full; bar below: empty.</source>
            <extracomment>a PE by number, row and column, then the key to the drawing</extracomment>
            <translation>PE %1(행 %2, 열 %3). 진한 색: 채움, 옅은 색: 예약. 띠 위의 막대: 가득 참, 아래의 막대: 비어 있음.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CodeEditor</name>
        <message>
            <source>Alt+Enter: %1</source>
            <extracomment>%1 is what a fix does; Alt+Enter is the key that applies it</extracomment>
            <translation>Alt+Enter: %1</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ConstexprModel</name>
        <message>
            <source>Constant</source>
            <translation>상수</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>값</translation>
        </message>
        <message>
            <source>"%1" is no value: give a number, True, False, None, 'text' or = expression.</source>
            <translation>"%1"은(는) 값이 아닙니다. 숫자, True, False, None, '문자열' 또는 = 수식을 입력하세요.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::DraftModel</name>
        <message>
            <source>Guessed from the signature: check it.</source>
            <translation>시그니처에서 추측한 값입니다. 확인하세요.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::FilesPanel</name>
        <message>
            <source>Open folder...</source>
            <translation>폴더 열기...</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>파일</translation>
        </message>
        <message>
            <source>Files of the folder</source>
            <translation>폴더의 파일</translation>
        </message>
        <message>
            <source>No folder is open</source>
            <translation>열린 폴더 없음</translation>
        </message>
        <message>
            <source>Files of an opened folder find each other when they are imported.</source>
            <translation>열린 폴더의 파일들은 서로 가져올 수 있습니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::FrontendDiffView</name>
        <message>
            <source>Previous difference</source>
            <translation>이전 차이</translation>
        </message>
        <message>
            <source>Next difference</source>
            <translation>다음 차이</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>비교</translation>
        </message>
        <message>
            <source>Front ends</source>
            <translation>프런트엔드</translation>
        </message>
        <message>
            <source>Upstream Triton can compile the kernel as well, to compare its IR with ours. Choose a Python that has Triton in the settings, then compare.</source>
            <translation>업스트림 Triton으로도 커널을 컴파일하여 IR을 비교할 수 있습니다. 설정에서 Triton이 있는 Python을 선택한 다음 비교하세요.</translation>
        </message>
        <message>
            <source>Settings...</source>
            <translation>설정...</translation>
        </message>
        <message>
            <source>Has upstream Triton compile the present text. This executes the file.</source>
            <translation>현재 텍스트를 업스트림 Triton으로 컴파일합니다. 이때 파일이 실행됩니다.</translation>
        </message>
        <message>
            <source>IR of upstream Triton</source>
            <translation>업스트림 Triton의 IR</translation>
        </message>
        <message>
            <source>IR of the built-in front end</source>
            <translation>내장 프런트엔드의 IR</translation>
        </message>
        <message>
            <source>Built-in front end</source>
            <translation>내장 프런트엔드</translation>
        </message>
        <message>
            <source>Why there is no comparison</source>
            <translation>비교가 없는 이유</translation>
        </message>
        <message>
            <source>Upstream Triton</source>
            <translation>업스트림 Triton</translation>
        </message>
        <message>
            <source>Upstream Triton %1</source>
            <translation>업스트림 Triton %1</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>중지</translation>
        </message>
        <message>
            <source>Upstream Triton compiles...</source>
            <translation>업스트림 Triton으로 컴파일 중...</translation>
        </message>
        <message>
            <source>Both front ends give the same IR.</source>
            <translation>두 프런트엔드의 IR이 같습니다.</translation>
        </message>
        <message numerus="yes">
            <source>%n op(s) differ</source>
            <translation>
                <numerusform>연산 %n개가 다릅니다</numerusform>
            </translation>
        </message>
        <message>
            <source>%1; difference %2 of %3</source>
            <extracomment>%1 is "3 ops differ"</extracomment>
            <translation>%1, 차이 %2/%3</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::IrView</name>
        <message>
            <source>IR</source>
            <translation>IR</translation>
        </message>
        <message>
            <source>Unified diff</source>
            <translation>통합 비교</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>나란히 비교</translation>
        </message>
        <message>
            <source>How to show the IR</source>
            <translation>IR 표시 방식</translation>
        </message>
        <message>
            <source>IR before the pass</source>
            <translation>패스 이전 IR</translation>
        </message>
        <message>
            <source>IR after the pass</source>
            <translation>패스 이후 IR</translation>
        </message>
        <message>
            <source>The IR shows here after the first compilation.</source>
            <translation>처음 컴파일하면 IR이 여기에 표시됩니다.</translation>
        </message>
        <message>
            <source>Nothing selected is in this IR.</source>
            <translation>선택한 연산은 이 IR에 없습니다.</translation>
        </message>
        <message>
            <source>This pass left the IR as it was.</source>
            <translation>이 패스는 IR을 바꾸지 않았습니다.</translation>
        </message>
        <message>
            <source>(coarse: the texts differ too much)</source>
            <translation>(대략적: 두 텍스트가 너무 다름)</translation>
        </message>
        <message>
            <source>The first IR: there is none before it.</source>
            <translation>첫 IR이므로 이전 IR이 없습니다.</translation>
        </message>
        <message>
            <source>Function to show</source>
            <translation>표시할 함수</translation>
        </message>
        <message>
            <source>The IR is long, so one function of it is shown</source>
            <translation>IR이 길어 함수 하나만 표시합니다</translation>
        </message>
        <message numerus="yes">
            <source>%1: %n line(s)</source>
            <translation>
                <numerusform>%1: %n줄</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::LaunchPanel</name>
        <message>
            <source>Warm LLC</source>
            <translation>웜 LLC</translation>
        </message>
        <message>
            <source>Arguments in DRAM start in the LLC</source>
            <translation>DRAM 인자가 LLC에 있는 상태로 시작</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>저장</translation>
        </message>
        <message>
            <source>Launch</source>
            <translation>실행 구성</translation>
        </message>
        <message>
            <source>Number of program ids along %1: a whole number, or an expression such as cdiv(M, BLOCK_M)</source>
            <translation>%1축의 프로그램 ID 개수: 정수 또는 cdiv(M, BLOCK_M) 같은 수식</translation>
        </message>
        <message>
            <source>Grid, %1</source>
            <translation>그리드, %1</translation>
        </message>
        <message>
            <source>Grid</source>
            <translation>그리드</translation>
        </message>
        <message>
            <source>linear</source>
            <translation>선형</translation>
        </message>
        <message>
            <source>round-robin</source>
            <translation>라운드 로빈</translation>
        </message>
        <message>
            <source>zigzag</source>
            <translation>지그재그</translation>
        </message>
        <message>
            <source>Which PE runs which program id</source>
            <translation>어느 PE가 어느 프로그램 ID를 실행하는지 정합니다</translation>
        </message>
        <message>
            <source>PID mapping</source>
            <translation>PID 매핑</translation>
        </message>
        <message>
            <source>the hardware file of the program</source>
            <translation>프로그램의 기본 하드웨어 파일</translation>
        </message>
        <message>
            <source>Hardware</source>
            <translation>하드웨어</translation>
        </message>
        <message>
            <source>Constants</source>
            <translation>상수</translation>
        </message>
        <message>
            <source>Arguments</source>
            <translation>인자</translation>
        </message>
        <message>
            <source>No launch yet</source>
            <translation>실행 구성이 없습니다</translation>
        </message>
        <message>
            <source>Entries with "?" are guessed from the signature. Edit them, or save to accept.</source>
            <translation>"?"가 붙은 항목은 시그니처에서 추측했습니다. 고치거나, 저장해서 받아들이세요.</translation>
        </message>
        <message>
            <source>Case</source>
            <translation>케이스</translation>
        </message>
        <message>
            <source>Data that the arguments are filled with, and what is expected of them</source>
            <translation>인자를 채우는 데이터와 그에 대한 기대값</translation>
        </message>
        <message>
            <source>%1: floats from %2 to %3</source>
            <extracomment>%1 is the name of a case, %2 and %3 bound the numbers that fill its arguments</extracomment>
            <translation>%1: 실수 %2 ~ %3</translation>
        </message>
        <message>
            <source>lpt (longest first)</source>
            <translation>lpt (긴 것부터)</translation>
        </message>
        <message>
            <source>auto</source>
            <translation>자동</translation>
        </message>
        <message>
            <source>Constants and options that the launch file offers to choose from</source>
            <translation>실행 구성 파일이 선택지로 제공하는 상수와 옵션</translation>
        </message>
        <message>
            <source>Config</source>
            <translation>구성</translation>
        </message>
        <message>
            <source>The launch's own constants</source>
            <translation>실행 구성 자체의 상수</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::LoadChart</name>
        <message>
            <source>Load of each PE</source>
            <translation>PE별 부하</translation>
        </message>
        <message>
            <source>Selected PE</source>
            <translation>선택한 PE</translation>
        </message>
        <message>
            <source>PE number</source>
            <translation>PE 번호</translation>
        </message>
        <message>
            <source>cycles</source>
            <translation>사이클</translation>
        </message>
        <message>
            <source>%1: mean %2 (dashed), max / mean %3</source>
            <extracomment>%1 is what the bars show, %2 the mean, %3 a ratio such as 1.35</extracomment>
            <translation>%1: 평균 %2(점선), 최대/평균 %3</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PassListModel</name>
        <message>
            <source>1 Parsing</source>
            <translation>1 구문 분석</translation>
        </message>
        <message>
            <source>2 Mapping</source>
            <translation>2 매핑</translation>
        </message>
        <message>
            <source>3 Lowering</source>
            <translation>3 낮추기</translation>
        </message>
        <message>
            <source>4 Code generation</source>
            <translation>4 코드 생성</translation>
        </message>
        <message>
            <source>imported IR</source>
            <translation>가져온 IR</translation>
        </message>
        <message>
            <source>%1 ops before, %2 after</source>
            <translation>이전 연산 %1개, 이후 %2개</translation>
        </message>
        <message>
            <source>changed, %1</source>
            <translation>변경됨, %1</translation>
        </message>
        <message>
            <source>unchanged</source>
            <translation>변경 없음</translation>
        </message>
        <message>
            <source>Pass</source>
            <translation>패스</translation>
        </message>
        <message>
            <source>Change</source>
            <translation>변경</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>시간</translation>
        </message>
        <message>
            <source>Ops</source>
            <translation>연산</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PassListView</name>
        <message>
            <source>Changed only</source>
            <translation>변경만</translation>
        </message>
        <message>
            <source>Passes</source>
            <translation>패스</translation>
        </message>
        <message>
            <source>Find a pass</source>
            <translation>패스 찾기</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeGridCanvas</name>
        <message>
            <source>PE grid</source>
            <translation>PE 그리드</translation>
        </message>
        <message>
            <source>The load of each PE shows here after a run.</source>
            <translation>실행하면 PE별 부하가 여기에 표시됩니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeGridModel</name>
        <message>
            <source>PE row %1, column %2 (number %3)</source>
            <extracomment>PE at row %1, column %2, with the number %3</extracomment>
            <translation>PE 행 %1, 열 %2(번호 %3)</translation>
        </message>
        <message>
            <source>%1 of the makespan on %2:</source>
            <translation>%2의 총 수행 사이클 %1:</translation>
        </message>
        <message>
            <source>Finishes at cycle %1; %2 program ids; DMA %3 in, %4 out</source>
            <translation>사이클 %1에 끝남, 프로그램 ID %2개, DMA 읽기 %3, 쓰기 %4</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeGridView</name>
        <message>
            <source>Heat map</source>
            <translation>히트맵</translation>
        </message>
        <message>
            <source>Busiest unit</source>
            <translation>가장 바쁜 유닛</translation>
        </message>
        <message>
            <source>Quantity</source>
            <translation>지표</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>유닛</translation>
        </message>
        <message>
            <source>Quantity that colours the PEs</source>
            <translation>PE의 색을 정하는 지표</translation>
        </message>
        <message>
            <source>Unit of the PE whose cycles are counted</source>
            <translation>사이클을 세는 PE의 유닛</translation>
        </message>
        <message>
            <source>%1. Lowest %2, highest %3.</source>
            <extracomment>%1 describes the quantity, %2 and %3 are its lowest and highest value</extracomment>
            <translation>%1. 최저 %2, 최고 %3.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeMetrics</name>
        <message>
            <source>Busy</source>
            <translation>사용 중</translation>
        </message>
        <message>
            <source>Finish time</source>
            <translation>완료 시점</translation>
        </message>
        <message>
            <source>DMA bytes</source>
            <translation>DMA 바이트</translation>
        </message>
        <message>
            <source>Program ids</source>
            <translation>프로그램 ID</translation>
        </message>
        <message>
            <source>Share of the makespan in which %1 works</source>
            <translation>총 수행 사이클 중 %1이(가) 일한 비율</translation>
        </message>
        <message>
            <source>Cycle at which the PE finishes its last work</source>
            <translation>PE가 마지막 일을 끝낸 사이클</translation>
        </message>
        <message>
            <source>Bytes that the PE's DMA moves to and from global memory</source>
            <translation>PE의 DMA가 전역 메모리와 주고받은 바이트</translation>
        </message>
        <message>
            <source>Program ids that the PE runs</source>
            <translation>PE가 실행한 프로그램 ID</translation>
        </message>
        <message>
            <source>Share of the makespan in which %1: %2</source>
            <translation>총 수행 사이클 중 %1의 비율: %2</translation>
        </message>
        <message>
            <source>%1 cycles</source>
            <translation>%1 사이클</translation>
        </message>
        <message>
            <source>busy</source>
            <translation>사용 중</translation>
        </message>
        <message>
            <source>waits for input</source>
            <translation>입력 대기</translation>
        </message>
        <message>
            <source>waits for room</source>
            <translation>빈 슬롯 대기</translation>
        </message>
        <message>
            <source>waits for memory</source>
            <translation>메모리 대기</translation>
        </message>
        <message>
            <source>waits for issue</source>
            <translation>명령 대기</translation>
        </message>
        <message>
            <source>core blocked</source>
            <translation>코어 막힘</translation>
        </message>
        <message>
            <source>waits for other PEs</source>
            <translation>다른 PE 대기</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>완료</translation>
        </message>
        <message>
            <source>launch</source>
            <translation>실행 시작</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ProblemsModel</name>
        <message>
            <source>Error</source>
            <translation>오류</translation>
        </message>
        <message>
            <source>Warning</source>
            <translation>경고</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>참고</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>메시지</translation>
        </message>
        <message>
            <source>Code</source>
            <translation>코드</translation>
        </message>
        <message>
            <source>Place</source>
            <translation>위치</translation>
        </message>
        <message>
            <source>Fix: %1</source>
            <extracomment>%1 is what a fix does, such as "did you mean `load`?"</extracomment>
            <translation>수정: %1</translation>
        </message>
        <message>
            <source>Activate to apply (Alt+Enter)</source>
            <translation>실행하면 적용됩니다 (Alt+Enter)</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ProblemsView</name>
        <message>
            <source>Problems</source>
            <translation>문제</translation>
        </message>
        <message>
            <source>No problems</source>
            <translation>문제 없음</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <extracomment>%1 is "3 errors", %2 is "1 warning"</extracomment>
            <translation>%1, %2</translation>
        </message>
        <message numerus="yes">
            <source>%n error(s)</source>
            <translation>
                <numerusform>오류 %n개</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n warning(s)</source>
            <translation>
                <numerusform>경고 %n개</numerusform>
            </translation>
        </message>
        <message>
            <source>Fix: %1</source>
            <translation>수정: %1</translation>
        </message>
        <message>
            <source>About %1</source>
            <extracomment>%1 is the code of a message</extracomment>
            <translation>%1 설명</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>복사</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::RunReportView</name>
        <message>
            <source>Run report</source>
            <translation>실행 보고서</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>유닛</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>명령</translation>
        </message>
        <message>
            <source>The launch file states no expected values, so results were not compared.</source>
            <translation>실행 구성 파일에 기대값이 없어 결과를 비교하지 않았습니다.</translation>
        </message>
        <message>
            <source>All expected values hold.</source>
            <translation>모든 기대값과 일치합니다.</translation>
        </message>
        <message numerus="yes">
            <source>%n expected value(s) do not hold:</source>
            <translation>
                <numerusform>기대값 %n개와 일치하지 않습니다:</numerusform>
            </translation>
        </message>
        <message>
            <source>%1, %2: expected %3, got %4 (tolerance %5)</source>
            <translation>%1, %2: 기대 %3, 결과 %4(허용 오차 %5)</translation>
        </message>
        <message>
            <source>%1 cycles</source>
            <translation>%1 사이클</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>부하</translation>
        </message>
        <message>
            <source>Program ids</source>
            <translation>프로그램 ID</translation>
        </message>
        <message>
            <source>PEs at work</source>
            <translation>일한 PE</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%2개 중 %1개</translation>
        </message>
        <message>
            <source>Imbalance (slowest PE over mean)</source>
            <translation>불균형도(가장 느린 PE / 평균)</translation>
        </message>
        <message>
            <source>PID mapping</source>
            <translation>PID 매핑</translation>
        </message>
        <message>
            <source>Launch cost</source>
            <translation>실행 시작 비용</translation>
        </message>
        <message>
            <source>Units: mean share of the makespan</source>
            <translation>유닛: 총 수행 사이클에서의 평균 비율</translation>
        </message>
        <message>
            <source>Traffic</source>
            <translation>데이터 이동</translation>
        </message>
        <message>
            <source>DMA reads</source>
            <translation>DMA 읽기</translation>
        </message>
        <message>
            <source>DMA writes</source>
            <translation>DMA 쓰기</translation>
        </message>
        <message>
            <source>Scalar accesses</source>
            <translation>스칼라 액세스</translation>
        </message>
        <message>
            <source>Busiest: %1</source>
            <translation>가장 바쁜 자원: %1</translation>
        </message>
        <message>
            <source>%1 busy, %2</source>
            <translation>%1 사용 중, %2</translation>
        </message>
        <message>
            <source>Simulated in %1 s, %2 events, on %3.</source>
            <translation>%3에서 %1초 동안 시뮬레이션, 이벤트 %2개.</translation>
        </message>
        <message>
            <source>Numerics policy: %1.</source>
            <translation>수치 정책: %1.</translation>
        </message>
        <message>
            <source>The trace reached its limit: later commands are missing in the timelines, totals are complete.</source>
            <translation>트레이스가 한도에 이르러 이후 명령은 타임라인에 없습니다. 합계는 완전합니다.</translation>
        </message>
        <message>
            <source>The figures of a run show here.</source>
            <translation>실행 수치가 여기에 표시됩니다.</translation>
        </message>
        <message>
            <source>%1 of the roofline: at best %3 cycles, bound by %2.</source>
            <extracomment>%1 is a share, %2 a level such as DRAM, %3 cycles</extracomment>
            <translation>루프라인의 %1: 최선은 %3 사이클이며 %2이(가) 한계입니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ScheduleCanvas</name>
        <message>
            <source>Schedule</source>
            <translation>스케줄</translation>
        </message>
        <message>
            <source>The commands of each DMA and FFU show here after a run.</source>
            <translation>실행하면 DMA와 FFU의 명령이 여기에 표시됩니다.</translation>
        </message>
        <message>
            <source>PE %1, %2: %3
cycles %4 to %5 (%6)</source>
            <translation>PE %1, %2: %3
사이클 %4 ~ %5(%6)</translation>
        </message>
        <message>
            <source>PE %1, %2: nothing more to do</source>
            <translation>PE %1, %2: 더 할 일 없음</translation>
        </message>
        <message>
            <source>PE %1, %2: %3 until cycle %4</source>
            <translation>PE %1, %2: %3, 사이클 %4까지</translation>
        </message>
        <message>
            <source>on circular buffer %1</source>
            <translation>순환 버퍼 %1</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ScheduleView</name>
        <message>
            <source>Schedule</source>
            <translation>스케줄</translation>
        </message>
        <message>
            <source>PEs shown: %1 (select others in the heat map).</source>
            <translation>표시한 PE: %1(히트맵에서 다른 PE를 고를 수 있습니다).</translation>
        </message>
        <message>
            <source>The trace reached its limit: later commands are missing here, totals are complete.</source>
            <translation>트레이스가 한도에 이르러 이후 명령은 여기에 없습니다. 합계는 완전합니다.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::StallLegend</name>
        <message>
            <source>Hatched gaps:</source>
            <translation>빗금 친 간격:</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::TimelineCanvas</name>
        <message>
            <source>W S zoom, A D pan, F fit, . , next and previous, Ctrl+wheel zooms at the cursor, Shift+drag selects a time range</source>
            <translation>W S 확대/축소, A D 이동, F 맞춤, . , 다음/이전, Ctrl+휠은 커서 위치에서 확대/축소, Shift+드래그는 시간 범위 선택</translation>
        </message>
        <message>
            <source>cycle</source>
            <translation>사이클</translation>
        </message>
        <message>
            <source>time</source>
            <translation>시간</translation>
        </message>
        <message>
            <source>%1 cycles</source>
            <translation>%1 사이클</translation>
        </message>
    </context>
    <context>
        <name>Decisions</name>
        <message>
            <source>Line</source>
            <translation>줄</translation>
        </message>
        <message>
            <source>Line of the source</source>
            <translation>소스의 줄</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>종류</translation>
        </message>
        <message>
            <source>What the operation does with memory</source>
            <translation>연산이 메모리에 하는 일</translation>
        </message>
        <message>
            <source>Argument</source>
            <translation>인자</translation>
        </message>
        <message>
            <source>Argument of the kernel that the address comes from</source>
            <translation>주소가 나온 커널 인자</translation>
        </message>
        <message>
            <source>Rung</source>
            <translation>단</translation>
        </message>
        <message>
            <source>How the tile moves. dma: one descriptor; wrap: a few; rows: one with a list of places; strided, indexed: a small box of memory from which the vector core takes elements; uniform: one element for the whole tile; gather: each element alone.</source>
            <translation>타일을 옮기는 방법. dma: 디스크립터 하나; wrap: 디스크립터 몇 개; rows: 위치 목록이 있는 디스크립터 하나; strided, indexed: 작은 메모리 영역을 가져와 벡터 코어가 요소를 고름; uniform: 타일 전체에 요소 하나; gather: 요소를 하나씩.</translation>
        </message>
        <message>
            <source>Bytes/tile</source>
            <translation>바이트/타일</translation>
        </message>
        <message>
            <source>Bytes that are moved for one tile</source>
            <translation>타일 하나에 옮기는 바이트</translation>
        </message>
        <message>
            <source>Moves</source>
            <translation>전송</translation>
        </message>
        <message>
            <source>What a descriptor moves: a box in elements and its strides in bytes. A question mark is known only in a run.</source>
            <translation>디스크립터가 옮기는 것: 요소 단위의 영역과 바이트 단위의 스트라이드. 물음표는 실행할 때에만 알 수 있습니다.</translation>
        </message>
        <message>
            <source>Reason</source>
            <translation>이유</translation>
        </message>
        <message>
            <source>Why no better rung was possible, and about how many cycles each possible one takes</source>
            <translation>더 나은 단이 불가능한 이유와, 가능한 각 단의 대략적인 사이클 수</translation>
        </message>
        <message>
            <source>Operation</source>
            <translation>연산</translation>
        </message>
        <message>
            <source>Operation of the IR</source>
            <translation>IR의 연산</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>유닛</translation>
        </message>
        <message>
            <source>What does the operation. dpe: matrix engine; re: reduction engine; se: SIMD engine; mlu: layout unit; fi: DMA; vec: vector core; sca: scalar core.</source>
            <translation>연산을 하는 유닛. dpe: 행렬 엔진; re: 축약 엔진; se: SIMD 엔진; mlu: 레이아웃 유닛; fi: DMA; vec: 벡터 코어; sca: 스칼라 코어.</translation>
        </message>
        <message>
            <source>Cycles/tile</source>
            <translation>사이클/타일</translation>
        </message>
        <message>
            <source>Estimate for a whole tile on this unit</source>
            <translation>이 유닛에서 타일 전체에 걸리는 추정값</translation>
        </message>
        <message>
            <source>Other units</source>
            <translation>다른 유닛</translation>
        </message>
        <message>
            <source>Estimated cycles on the other units, or that they cannot do the operation</source>
            <translation>다른 유닛에서의 추정 사이클, 또는 연산을 할 수 없다는 표시</translation>
        </message>
        <message>
            <source>Why this unit does the operation</source>
            <translation>이 유닛이 연산을 하는 이유</translation>
        </message>
        <message>
            <source>Tile</source>
            <translation>타일</translation>
        </message>
        <message>
            <source>A tile that the kernel makes, by the name of its buffer</source>
            <translation>커널이 만드는 타일(버퍼 이름)</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>형식</translation>
        </message>
        <message>
            <source>Shape and type of the elements</source>
            <translation>형상과 요소 형식</translation>
        </message>
        <message>
            <source>Defined</source>
            <translation>정의된 영역</translation>
        </message>
        <message>
            <source>The part of the tile that the masks leave, from its first element on</source>
            <translation>마스크가 남기는 타일의 부분(첫 요소부터)</translation>
        </message>
        <message>
            <source>Behind it</source>
            <translation>영역 밖</translation>
        </message>
        <message>
            <source>What the elements outside of the defined part hold</source>
            <translation>정의된 영역 밖의 요소가 갖는 값</translation>
        </message>
        <message>
            <source>Used</source>
            <translation>쓰이는 영역</translation>
        </message>
        <message>
            <source>The part of the tile that is used further on</source>
            <translation>이후에 쓰이는 타일의 부분</translation>
        </message>
        <message>
            <source>Reduced</source>
            <translation>줄어든 작업</translation>
        </message>
        <message>
            <source>What does less because only a part of the tile is used</source>
            <translation>타일의 일부만 쓰여 줄어든 작업</translation>
        </message>
        <message>
            <source>Not reduced because</source>
            <translation>줄지 않은 이유</translation>
        </message>
        <message>
            <source>Why all of the tile is used although masks leave less</source>
            <translation>마스크가 남기는 것이 더 적은데도 타일 전체가 쓰이는 이유</translation>
        </message>
        <message>
            <source>load</source>
            <translation>읽기</translation>
        </message>
        <message>
            <source>store</source>
            <translation>쓰기</translation>
        </message>
        <message>
            <source>atomic</source>
            <translation>원자 연산</translation>
        </message>
        <message>
            <source>No better rung</source>
            <translation>더 나은 단 없음</translation>
        </message>
        <message>
            <source>not %1: %2</source>
            <translation>%1 아님: %2</translation>
        </message>
        <message>
            <source>Rows begin at multiples of %1 bytes</source>
            <translation>행은 %1바이트의 배수에서 시작</translation>
        </message>
        <message>
            <source>not %1</source>
            <translation>%1 아님</translation>
        </message>
        <message>
            <source>%1: about %2 cycles a tile</source>
            <translation>%1: 타일당 약 %2 사이클</translation>
        </message>
        <message>
            <source>Defined: %1</source>
            <translation>정의된 영역: %1</translation>
        </message>
        <message>
            <source>Defined: %1, behind it %2</source>
            <translation>정의된 영역: %1, 그 밖은 %2</translation>
        </message>
        <message>
            <source>Used: %1</source>
            <translation>쓰이는 영역: %1</translation>
        </message>
        <message>
            <source>All is used because of %1</source>
            <translation>전체가 쓰이는 이유: %1</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::DecisionsView</name>
        <message>
            <source>Decisions</source>
            <translation>결정</translation>
        </message>
        <message>
            <source>Accesses</source>
            <translation>메모리 접근</translation>
        </message>
        <message>
            <source>Placements</source>
            <translation>유닛 배치</translation>
        </message>
        <message>
            <source>Boxes</source>
            <translation>영역</translation>
        </message>
        <message>
            <source>The compiler's decisions appear here once a kernel is compiled.</source>
            <translation>커널을 컴파일하면 컴파일러의 결정이 여기에 나타납니다.</translation>
        </message>
        <message>
            <source>Bytes a tile by rung: %1. Operations by unit: %2.</source>
            <translation>단별 타일당 바이트: %1. 유닛별 연산: %2.</translation>
        </message>
        <message>
            <source>Scalar operations</source>
            <translation>스칼라 연산</translation>
        </message>
        <message>
            <source>Also lists the operations on single numbers, such as those of addresses: there is nothing to decide about them.</source>
            <translation>주소 계산처럼 단일 수에 대한 연산도 표시합니다. 이런 연산에는 결정할 것이 없습니다.</translation>
        </message>
    </context>
</TS>
