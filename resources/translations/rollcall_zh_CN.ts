<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Bar</name>
    <message>
        <source>no answer, next try in %1</source>
        <translation>无应答，%1 后再试</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>filling the cache…</source>
        <translation>正在填充缓存…</translation>
    </message>
    <message>
        <source>synced, last event %1 ago</source>
        <translation>已同步，最近事件 %1 前</translation>
    </message>
    <message>
        <source>synced</source>
        <translation>已同步</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) left to drain</source>
        <translation>
            <numerusform>还有 %n 个键待处理</numerusform>
        </translation>
    </message>
    <message>
        <source>workers finish</source>
        <translation>工作线程收尾中</translation>
    </message>
    <message>
        <source>see below</source>
        <translation>见下方</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>the clock stands still</source>
        <translation>时钟已停住</translation>
    </message>
    <message>
        <source>Students</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>controller: state of its reflector</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>About Rollcall</source>
        <translation>关于 Rollcall</translation>
    </message>
    <message>
        <source>Hosts a real Kubernetes controller in a window and shows its machinery while it works. Free software under the GNU General Public License, version 3 or later.</source>
        <translation>在窗口中运行一个真实的 Kubernetes 控制器，并展示其内部机制如何运转。自由软件，采用 GNU 通用公共许可证第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>复制版本信息</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>The text must be one object.</source>
        <translation>文本必须是单个对象。</translation>
    </message>
    <message>
        <source>kind must be Student.</source>
        <translation>kind 必须是 Student。</translation>
    </message>
    <message>
        <source>metadata.name is missing.</source>
        <translation>缺少 metadata.name。</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>Not signed in</source>
        <translation>未登录</translation>
    </message>
    <message>
        <source>The token or certificate is wrong or has expired: renew it, then start again.</source>
        <translation>令牌或证书有误或已过期：请更新后重新启动。</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Ask the cluster's administrator for the right named here.</source>
        <translation>请向集群管理员申请此处所列的权限。</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>The object, or the Student resource itself, is not on this cluster. Install the CRD and try again.</source>
        <translation>该对象或 Student 资源本身不在此集群中。请安装 CRD 后重试。</translation>
    </message>
    <message>
        <source>It exists already</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>Choose another name, or edit the existing one.</source>
        <translation>请换一个名称，或编辑已有对象。</translation>
    </message>
    <message>
        <source>Somebody else changed it meanwhile</source>
        <translation>其间已被他人修改</translation>
    </message>
    <message>
        <source>Look at the newer version, then save again.</source>
        <translation>请查看较新的版本，然后再次保存。</translation>
    </message>
    <message>
        <source>The API server found it invalid</source>
        <translation>API 服务器认为其无效</translation>
    </message>
    <message>
        <source>Correct the field named here.</source>
        <translation>请更正此处所列的字段。</translation>
    </message>
    <message>
        <source>The API server is busy</source>
        <translation>API 服务器繁忙</translation>
    </message>
    <message>
        <source>It asked to wait; try again in a moment.</source>
        <translation>服务器要求等待，请稍后重试。</translation>
    </message>
    <message>
        <source>The API server failed</source>
        <translation>API 服务器出错</translation>
    </message>
    <message>
        <source>Try again; if it lasts, its own log says why.</source>
        <translation>请重试；若持续出错，其日志会说明原因。</translation>
    </message>
    <message>
        <source>The API server said no</source>
        <translation>API 服务器拒绝了请求</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>未及时应答</translation>
    </message>
    <message>
        <source>Whether the request was carried out is unknown: look before you repeat it.</source>
        <translation>请求是否已执行尚不清楚：重试前请先查看。</translation>
    </message>
    <message>
        <source>The API server cannot be reached</source>
        <translation>无法连接 API 服务器</translation>
    </message>
    <message>
        <source>Check the address, the network and that the cluster runs.</source>
        <translation>请检查地址、网络以及集群是否在运行。</translation>
    </message>
    <message>
        <source>The connection is not secure</source>
        <translation>连接不安全</translation>
    </message>
    <message>
        <source>Check the certificate authority and the server name in the kubeconfig.</source>
        <translation>请检查 kubeconfig 中的证书颁发机构和服务器名称。</translation>
    </message>
    <message>
        <source>This is not a Kubernetes answer</source>
        <translation>这不是 Kubernetes 的应答</translation>
    </message>
    <message>
        <source>Something between here and the API server answered instead, such as a proxy.</source>
        <translation>应答来自途中的其他设备，例如代理。</translation>
    </message>
    <message>
        <source>The configuration has a fault</source>
        <translation>配置有误</translation>
    </message>
    <message>
        <source>Correct it, then choose the target again.</source>
        <translation>请更正后重新选择目标。</translation>
    </message>
    <message>
        <source>The file cannot be used</source>
        <translation>无法使用该文件</translation>
    </message>
    <message>
        <source>Check the folder, its rights and the space left.</source>
        <translation>请检查文件夹、权限和剩余空间。</translation>
    </message>
    <message>
        <source>Something went wrong inside Rollcall</source>
        <translation>Rollcall 内部出错</translation>
    </message>
    <message>
        <source>Please report it with the text shown.</source>
        <translation>请附上所示文字报告此问题。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>title: detail</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>EventsModel</name>
    <message>
        <source>Last</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Time since it was last recorded</source>
        <translation>距最近一次记录的时间</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Count: how often it happened; equal Events are merged into one</source>
        <translation>次数：相同的事件会合并为一条</translation>
    </message>
    <message>
        <source>Post</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>What became of sending it to the API server</source>
        <translation>发送到 API 服务器的结果</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首次</translation>
    </message>
    <message>
        <source>Time since it was first recorded</source>
        <translation>距首次记录的时间</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>source.component</source>
        <translation>source.component</translation>
    </message>
</context>
<context>
    <name>Faults</name>
    <message>
        <source>&amp;Inject a fault</source>
        <translation>注入故障(&amp;I)</translation>
    </message>
    <message>
        <source>Its next sync &amp;fails</source>
        <translation>下一次同步失败(&amp;F)</translation>
    </message>
    <message>
        <source>Its next &amp;3 syncs fail</source>
        <translation>接下来 3 次同步失败(&amp;3)</translation>
    </message>
    <message>
        <source>All its syncs fail</source>
        <translation>所有同步都失败</translation>
    </message>
    <message>
        <source>Its next sync takes 5 &amp;seconds</source>
        <translation>下一次同步耗时 5 秒(&amp;S)</translation>
    </message>
    <message>
        <source>Its next sync &amp;panics</source>
        <translation>下一次同步发生 panic(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;No more faults</source>
        <translation>不再注入故障(&amp;N)</translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>No column is called “%1”. There are: %2</source>
        <translation>没有名为“%1”的列。可用的有：%2</translation>
    </message>
    <message>
        <source>“%1” needs a number, such as 2, 40ms or 5m</source>
        <translation>“%1”需要数字，例如 2、40ms 或 5m</translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Create many Students</source>
        <translation>批量创建学生</translation>
    </message>
    <message>
        <source>They are created in %1, one after the other. Those that exist already are left as they are.</source>
        <translation>将在 %1 中逐个创建；已经存在的保持原样。</translation>
    </message>
    <message>
        <source>C&amp;reate</source>
        <translation>创建(&amp;R)</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Names begin with</source>
        <translation>名称前缀</translation>
    </message>
    <message>
        <source>First number</source>
        <translation>起始编号</translation>
    </message>
    <message>
        <source>School</source>
        <translation>学校</translation>
    </message>
    <message>
        <source>Storm of edits</source>
        <translation>编辑风暴</translation>
    </message>
    <message>
        <source>Sets an annotation of Students in %1 again and again: many changes, and the queue collapses those of a key into one run. It can be stopped at any time.</source>
        <translation>反复设置 %1 中学生的一条注解：变更很多，而队列会把同一个键的变更合并为一次运行。随时可以停止。</translation>
    </message>
    <message>
        <source>Sto&amp;rm</source>
        <translation>开始风暴(&amp;R)</translation>
    </message>
    <message numerus="yes">
        <source>The %n chosen one(s)</source>
        <translation>
            <numerusform>选中的 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n Student(s)</source>
        <translation>
            <numerusform>全部 %n 个学生</numerusform>
        </translation>
    </message>
    <message>
        <source>Which</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Edits a second</source>
        <translation>每秒编辑数</translation>
    </message>
    <message>
        <source>Edits in all</source>
        <translation>编辑总数</translation>
    </message>
</context>
<context>
    <name>Life</name>
    <message>
        <source>%1: %2</source>
        <comment>sentence: detail</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>added to the store, RV %1</source>
        <translation>已加入缓存，RV %1</translation>
    </message>
    <message>
        <source>updated in the store, RV %1</source>
        <translation>缓存已更新，RV %1</translation>
    </message>
    <message>
        <source>deleted from the store</source>
        <translation>已从缓存删除</translation>
    </message>
    <message>
        <source>missing from a new list: deleted (tombstone)</source>
        <translation>新列表中已不存在：视为删除（tombstone）</translation>
    </message>
    <message>
        <source>resync with equal RV: suppressed</source>
        <translation>resync，RV 相同：已忽略</translation>
    </message>
    <message>
        <source>added to the queue</source>
        <translation>已加入队列</translation>
    </message>
    <message>
        <source>added again: already in the queue</source>
        <translation>再次加入：已在队列中</translation>
    </message>
    <message>
        <source>changed while processing: parked until Done</source>
        <translation>处理期间有变更：停靠至 Done</translation>
    </message>
    <message>
        <source>to be added in %1</source>
        <translation>将在 %1 后加入</translation>
    </message>
    <message>
        <source>its delay now ends earlier, in %1</source>
        <translation>等待提前结束，还剩 %1</translation>
    </message>
    <message>
        <source>already waiting for an earlier time</source>
        <translation>已在等待更早的时刻</translation>
    </message>
    <message>
        <source>taken by worker %1</source>
        <translation>由工作线程 %1 取走</translation>
    </message>
    <message>
        <source>Done by worker %1</source>
        <translation>工作线程 %1 调用 Done</translation>
    </message>
    <message>
        <source>requeued, retry %1 in %2</source>
        <translation>重新入队，第 %1 次重试在 %2 后</translation>
    </message>
    <message>
        <source>Forget: retry count back to 0</source>
        <translation>Forget：重试次数归零</translation>
    </message>
    <message numerus="yes">
        <source>gave up after %n retries</source>
        <translation>
            <numerusform>重试 %n 次后放弃</numerusform>
        </translation>
    </message>
    <message>
        <source>failed and not requeued: lost until its next change</source>
        <translation>失败且未重新入队：丢失，直到下次变更</translation>
    </message>
    <message>
        <source>ignored: the queue is shutting down</source>
        <translation>已忽略：队列正在关闭</translation>
    </message>
    <message>
        <source>discarded with the delay heap at Stop</source>
        <translation>停止时随延迟堆一起丢弃</translation>
    </message>
    <message>
        <source>Event recorded</source>
        <translation>已记录事件</translation>
    </message>
    <message>
        <source>Event dropped: the recorder's queue is full</source>
        <translation>事件已丢弃：记录器队列已满</translation>
    </message>
    <message>
        <source>Event combined with similar ones</source>
        <translation>事件已与相似事件合并</translation>
    </message>
    <message>
        <source>Event merged into an earlier one: count raised</source>
        <translation>事件并入较早的一条：次数增加</translation>
    </message>
    <message>
        <source>Event held back by the spam filter</source>
        <translation>事件被防刷过滤器拦下</translation>
    </message>
    <message>
        <source>Event created in the API server</source>
        <translation>事件已在 API 服务器中创建</translation>
    </message>
    <message>
        <source>Event's count patched in the API server</source>
        <translation>已在 API 服务器中更新事件次数</translation>
    </message>
    <message>
        <source>Event is sent again</source>
        <translation>重新发送事件</translation>
    </message>
    <message>
        <source>Event refused by the API server</source>
        <translation>事件被 API 服务器拒绝</translation>
    </message>
    <message>
        <source>add</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>synced in %1</source>
        <translation>同步完成，耗时 %1</translation>
    </message>
    <message>
        <source>sync failed after %1</source>
        <translation>同步失败，耗时 %1</translation>
    </message>
    <message>
        <source>Life of the key: %1 → %2 → %3</source>
        <translation>键的一生：%1 → %2 → %3</translation>
    </message>
    <message numerus="yes">
        <source>%n watch event(s)</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>1 retry</source>
        <translation>1 次重试</translation>
    </message>
    <message numerus="yes">
        <source>%n retries</source>
        <translation>
            <numerusform>%n 次重试</numerusform>
        </translation>
    </message>
    <message>
        <source>resync: told again as it is</source>
        <translation>resync：原样再通知一次</translation>
    </message>
    <message>
        <source>its events were taken together</source>
        <translation>它的事件被合并处理</translation>
    </message>
    <message>
        <source>Event dropped: the recorder was stopped first</source>
        <translation>事件已丢弃：记录器先停止了</translation>
    </message>
    <message>
        <source>panicked after %1</source>
        <translation>%1 后发生 panic</translation>
    </message>
</context>
<context>
    <name>LifeModel</name>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time since the step</source>
        <translation>距该步骤的时间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
</context>
<context>
    <name>Lines</name>
    <message numerus="yes">
        <source>(%n line(s))</source>
        <translation>
            <numerusform>（%n 行）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%n character(s))</source>
        <translation>
            <numerusform>（%n 个字符）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Login</name>
    <message>
        <source>Run a login program?</source>
        <translation>运行登录程序？</translation>
    </message>
    <message>
        <source>To sign in as "%1", %2 wants to run this program on your computer:</source>
        <translation>为了以“%1”登录，%2 想在您的计算机上运行此程序：</translation>
    </message>
    <message>
        <source>with the variables %1</source>
        <translation>并设置变量 %1</translation>
    </message>
    <message>
        <source>Run it only if you trust this kubeconfig. You will be asked again when the program or its arguments change.</source>
        <translation>仅当您信任此 kubeconfig 时才运行。程序或其参数变化后会再次询问。</translation>
    </message>
    <message>
        <source>&amp;Run it</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Do not run it</source>
        <translation>不运行(&amp;D)</translation>
    </message>
</context>
<context>
    <name>MetricsModel</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>As Kubernetes components export it</source>
        <translation>与 Kubernetes 组件导出的名称相同</translation>
    </message>
    <message>
        <source>Students</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Keys that are to be taken: ready and parked</source>
        <translation>等待取出的键：就绪与停靠</translation>
    </message>
    <message>
        <source>Adds that were no duplicates</source>
        <translation>未去重的加入次数</translation>
    </message>
    <message>
        <source>Adds after a delay</source>
        <translation>延迟后的加入次数</translation>
    </message>
    <message>
        <source>Keys whose wait in the queue was measured</source>
        <translation>测量过排队时间的键数</translation>
    </message>
    <message>
        <source>Half of the keys waited at most so long for a worker</source>
        <translation>一半的键等待工作线程的时间不超过此值</translation>
    </message>
    <message>
        <source>99 of 100 keys waited at most so long for a worker</source>
        <translation>100 个键中有 99 个等待工作线程的时间不超过此值</translation>
    </message>
    <message>
        <source>Sum divided by count</source>
        <translation>总和除以个数</translation>
    </message>
    <message>
        <source>Keys whose time with a worker was measured</source>
        <translation>测量过处理时间的键数</translation>
    </message>
    <message>
        <source>Half of the keys were with a worker at most so long</source>
        <translation>一半的键的处理时间不超过此值</translation>
    </message>
    <message>
        <source>99 of 100 keys were with a worker at most so long</source>
        <translation>100 个键中有 99 个的处理时间不超过此值</translation>
    </message>
    <message>
        <source>Time that the keys now with workers have been there, added up</source>
        <translation>正在处理的键已用时间之和</translation>
    </message>
    <message>
        <source>Time that the worker busiest with one key has been at it</source>
        <translation>单个键最长的处理时间</translation>
    </message>
    <message>
        <source>Calls that had to wait for the client's own rate limit (5/s, burst 10)</source>
        <translation>因客户端自身限速（5/s，突发 10）而等待的调用数</translation>
    </message>
    <message>
        <source>How long those calls waited, together</source>
        <translation>这些调用总共等待的时间</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Student</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>Run on %1</source>
        <translation>在 %1 上运行</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>No Students yet</source>
        <translation>还没有学生</translation>
    </message>
    <message>
        <source>Start lists the Students of the cluster and watches them.</source>
        <translation>启动后会列出集群中的学生并持续监听。</translation>
    </message>
    <message>
        <source>The queue is empty</source>
        <translation>队列为空</translation>
    </message>
    <message>
        <source>Each Student that is added, changed or deleted puts its key here.</source>
        <translation>每当学生被新增、修改或删除，其键就会进入这里。</translation>
    </message>
    <message>
        <source>No Events recorded</source>
        <translation>尚未记录事件</translation>
    </message>
    <message>
        <source>Each successful sync records one and posts it to the API server.</source>
        <translation>每次同步成功都会记录一个事件并发送到 API 服务器。</translation>
    </message>
    <message>
        <source>No Pods seen</source>
        <translation>尚未看到 Pod</translation>
    </message>
    <message>
        <source>The second controller watches the Pods whose phase is Running.</source>
        <translation>第二个控制器监听阶段为 Running 的 Pod。</translation>
    </message>
    <message>
        <source>There are no Students</source>
        <translation>没有学生</translation>
    </message>
    <message>
        <source>Create one here, or with kubectl: it appears within a second.</source>
        <translation>在此或用 kubectl 创建一个：一秒之内就会出现。</translation>
    </message>
    <message>
        <source>New Student…</source>
        <translation>新建学生…</translation>
    </message>
    <message>
        <source>Nothing to do</source>
        <translation>无事可做</translation>
    </message>
    <message>
        <source>Every object is as the controller wants it. Change one to see its key pass.</source>
        <translation>所有对象都符合控制器的期望。修改一个，即可看到其键经过。</translation>
    </message>
    <message>
        <source>The next successful sync records one.</source>
        <translation>下一次同步成功时会记录一个。</translation>
    </message>
    <message>
        <source>No Pod is running</source>
        <translation>没有运行中的 Pod</translation>
    </message>
    <message>
        <source>Pods appear as soon as their phase becomes Running.</source>
        <translation>Pod 的阶段一变为 Running 就会出现。</translation>
    </message>
    <message>
        <source>Listing…</source>
        <translation>正在列出…</translation>
    </message>
    <message>
        <source>Page %1, %2 objects so far</source>
        <translation>第 %1 页，已有 %2 个对象</translation>
    </message>
    <message>
        <source>The first page is on its way.</source>
        <translation>第一页正在路上。</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>Choose another cluster…</source>
        <translation>选择其他集群…</translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation>未登录</translation>
    </message>
    <message>
        <source>The resource is not installed</source>
        <translation>资源尚未安装</translation>
    </message>
    <message>
        <source>It starts by itself as soon as the CRD is there.</source>
        <translation>CRD 一旦就绪便会自动开始。</translation>
    </message>
    <message>
        <source>Next try in %1.</source>
        <translation>%1 后再试。</translation>
    </message>
    <message>
        <source>The API server does not answer</source>
        <translation>API 服务器无应答</translation>
    </message>
    <message>
        <source>stale: last word %1 ago</source>
        <translation>已过时：最近消息 %1 前</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>已过时</translation>
    </message>
    <message>
        <source>Nothing matches the filter</source>
        <translation>没有符合筛选的内容</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) are hidden.</source>
        <translation>
            <numerusform>已隐藏 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Work begins as soon as the objects are listed.</source>
        <translation>对象一列出，工作便开始。</translation>
    </message>
    <message>
        <source>No steps yet</source>
        <translation>还没有步骤</translation>
    </message>
    <message>
        <source>Each step of both controllers is written here, with what caused it.</source>
        <translation>两个控制器的每一步及其起因都记在这里。</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>还没有测量值</translation>
    </message>
    <message>
        <source>The queues' metrics appear here once the controllers run.</source>
        <translation>控制器运行后，队列的指标会显示在这里。</translation>
    </message>
    <message>
        <source>The first step is written here as soon as it is taken.</source>
        <translation>第一步发生后会立即记在这里。</translation>
    </message>
    <message>
        <source>The first numbers come within a second.</source>
        <translation>一秒之内就会有第一批数字。</translation>
    </message>
    <message>
        <source>Last word %1 ago.</source>
        <translation>最近一次消息在 %1 前。</translation>
    </message>
    <message>
        <source>Install it…</source>
        <translation>安装…</translation>
    </message>
</context>
<context>
    <name>PodsModel</name>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>metadata.name</source>
        <translation>metadata.name</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>status.phase as last seen</source>
        <translation>最近看到的 status.phase</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>spec.nodeName</source>
        <translation>spec.nodeName</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Time since the object was created</source>
        <translation>距对象创建的时间</translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Processing</source>
        <translation>处理中</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Parked</source>
        <translation>已停靠</translation>
    </message>
    <message>
        <source>Synced</source>
        <translation>已同步</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Discarded</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>待发送</translation>
    </message>
    <message>
        <source>posted</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>retrying</source>
        <translation>重试中</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>filtered</source>
        <translation>已过滤</translation>
    </message>
    <message>
        <source>left selection</source>
        <translation>离开选择</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>working</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>流式接收</translation>
    </message>
    <message>
        <source>Backing off</source>
        <translation>退避中</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>列出中</translation>
    </message>
    <message>
        <source>No CRD yet</source>
        <translation>尚无 CRD</translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>未登录</translation>
    </message>
    <message>
        <source>Forbidden</source>
        <translation>被禁止</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>停止中</translation>
    </message>
</context>
<context>
    <name>Stations</name>
    <message>
        <source>API server</source>
        <translation>API 服务器</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>events/s</source>
        <translation>事件/秒</translation>
    </message>
    <message>
        <source>posts/s</source>
        <translation>发送/秒</translation>
    </message>
    <message>
        <source>page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>listed</source>
        <translation>已列出</translation>
    </message>
    <message>
        <source>last event</source>
        <translation>最近事件</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>next try in</source>
        <translation>下次重试</translation>
    </message>
    <message>
        <source>resync in</source>
        <translation>下次 resync</translation>
    </message>
    <message>
        <source>none</source>
        <comment>cache lag</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>behind</source>
        <comment>cache lag</comment>
        <translation>落后</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>objects</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>age</source>
        <translation>时效</translation>
    </message>
    <message>
        <source>Handlers</source>
        <translation>处理函数</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>equal RV</source>
        <translation>RV 相同</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>done / failed</source>
        <translation>完成 / 失败</translation>
    </message>
    <message>
        <source>Recorder</source>
        <translation>事件记录器</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>已合并</translation>
    </message>
    <message>
        <source>posted</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>Students</source>
        <translation>Students</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pods</translation>
    </message>
    <message>
        <source>Queue “%1”</source>
        <translation>队列 “%1”</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>workers busy</source>
        <translation>忙碌线程</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>list started</source>
        <translation>开始列表</translation>
    </message>
    <message>
        <source>page of the list received</source>
        <translation>收到列表的一页</translation>
    </message>
    <message>
        <source>list complete</source>
        <translation>列表完成</translation>
    </message>
    <message>
        <source>list failed</source>
        <translation>列表失败</translation>
    </message>
    <message>
        <source>watch started</source>
        <translation>开始监听</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>watch ended</source>
        <translation>监听结束</translation>
    </message>
    <message>
        <source>watch failed</source>
        <translation>监听失败</translation>
    </message>
    <message>
        <source>Reflector backs off</source>
        <translation>Reflector 退避</translation>
    </message>
    <message>
        <source>streaming list started (WatchList)</source>
        <translation>开始流式列表（WatchList）</translation>
    </message>
    <message>
        <source>streaming list complete</source>
        <translation>流式列表完成</translation>
    </message>
    <message>
        <source>streaming list is slow</source>
        <translation>流式列表缓慢</translation>
    </message>
    <message>
        <source>no streaming list here: plain list</source>
        <translation>不支持流式列表：改用普通列表</translation>
    </message>
    <message>
        <source>namespace forbidden</source>
        <translation>命名空间被禁止访问</translation>
    </message>
    <message>
        <source>cache synced</source>
        <translation>缓存已同步</translation>
    </message>
    <message>
        <source>resync: told again as it is</source>
        <translation>resync：按原样再通知一次</translation>
    </message>
    <message>
        <source>store replaced by a new list</source>
        <translation>缓存被新列表替换</translation>
    </message>
    <message>
        <source>events of the key taken together</source>
        <translation>该键的事件合并取出</translation>
    </message>
    <message>
        <source>added to the store</source>
        <translation>加入缓存</translation>
    </message>
    <message>
        <source>updated in the store</source>
        <translation>更新缓存</translation>
    </message>
    <message>
        <source>deleted from the store</source>
        <translation>从缓存删除</translation>
    </message>
    <message>
        <source>missing from a new list: tombstone</source>
        <translation>新列表中缺失：墓碑</translation>
    </message>
    <message>
        <source>equal RV: suppressed</source>
        <translation>RV 相同：已抑制</translation>
    </message>
    <message>
        <source>handler is behind</source>
        <translation>处理函数落后</translation>
    </message>
    <message>
        <source>added to the queue</source>
        <translation>加入队列</translation>
    </message>
    <message>
        <source>already in the queue</source>
        <translation>已在队列中</translation>
    </message>
    <message>
        <source>parked until Done</source>
        <translation>停靠到 Done</translation>
    </message>
    <message>
        <source>to be added later</source>
        <translation>稍后加入</translation>
    </message>
    <message>
        <source>delay ends earlier now</source>
        <translation>延迟提前结束</translation>
    </message>
    <message>
        <source>already waiting for an earlier time</source>
        <translation>已在等待更早的时间</translation>
    </message>
    <message>
        <source>taken by a worker</source>
        <translation>被工作线程取走</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Done</translation>
    </message>
    <message>
        <source>requeued with a delay</source>
        <translation>延迟后重新入队</translation>
    </message>
    <message>
        <source>Forget: retry count 0</source>
        <translation>Forget：重试次数归 0</translation>
    </message>
    <message>
        <source>given up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>failed, not requeued: lost</source>
        <translation>失败且未重新入队：丢失</translation>
    </message>
    <message>
        <source>ignored: queue shuts down</source>
        <translation>忽略：队列正在关闭</translation>
    </message>
    <message>
        <source>discarded at Stop</source>
        <translation>停止时丢弃</translation>
    </message>
    <message>
        <source>worker started</source>
        <translation>工作线程启动</translation>
    </message>
    <message>
        <source>worker stopped</source>
        <translation>工作线程停止</translation>
    </message>
    <message>
        <source>sync succeeded</source>
        <translation>同步成功</translation>
    </message>
    <message>
        <source>sync failed</source>
        <translation>同步失败</translation>
    </message>
    <message>
        <source>sync panicked</source>
        <translation>同步 panic</translation>
    </message>
    <message>
        <source>worker starts again</source>
        <translation>工作线程重新启动</translation>
    </message>
    <message>
        <source>Event recorded</source>
        <translation>记录事件</translation>
    </message>
    <message>
        <source>Event dropped: recorder full</source>
        <translation>事件被丢弃：记录器已满</translation>
    </message>
    <message>
        <source>Event combined with similar ones</source>
        <translation>与相似事件合并</translation>
    </message>
    <message>
        <source>Event merged: count raised</source>
        <translation>事件合并：计数增加</translation>
    </message>
    <message>
        <source>Event held back by the spam filter</source>
        <translation>事件被垃圾过滤器拦下</translation>
    </message>
    <message>
        <source>Event created in the API server</source>
        <translation>事件已在 API 服务器创建</translation>
    </message>
    <message>
        <source>Event's count patched</source>
        <translation>事件计数已 PATCH</translation>
    </message>
    <message>
        <source>Event sent again</source>
        <translation>事件再次发送</translation>
    </message>
    <message>
        <source>Event refused</source>
        <translation>事件被拒绝</translation>
    </message>
    <message>
        <source>Event dropped: recorder stopped</source>
        <translation>事件被丢弃：记录器已停止</translation>
    </message>
    <message>
        <source>another leader seen</source>
        <translation>看到另一个领导者</translation>
    </message>
    <message>
        <source>became leader</source>
        <translation>成为领导者</translation>
    </message>
    <message>
        <source>lease renewed</source>
        <translation>租约已续</translation>
    </message>
    <message>
        <source>lease not renewed</source>
        <translation>租约未能续期</translation>
    </message>
    <message>
        <source>lost the lease</source>
        <translation>失去租约</translation>
    </message>
    <message>
        <source>lease released</source>
        <translation>释放租约</translation>
    </message>
    <message>
        <source>controller started</source>
        <translation>控制器启动</translation>
    </message>
    <message>
        <source>controller stops</source>
        <translation>控制器正在停止</translation>
    </message>
    <message>
        <source>controller stopped</source>
        <translation>控制器已停止</translation>
    </message>
    <message>
        <source>controller abandoned</source>
        <translation>控制器被放弃</translation>
    </message>
</context>
<context>
    <name>Story</name>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Its last Event was the same as an earlier one: no new one was made, the count rose to %1.</source>
        <translation>最近的事件与先前的相同：没有新建，计数升到 %1。</translation>
    </message>
    <message>
        <source>Its Events come too fast: after a burst of 25 the spam filter lets one through in 5 minutes.</source>
        <translation>事件来得太快：突发 25 个之后，垃圾过滤器每 5 分钟只放行一个。</translation>
    </message>
    <message>
        <source>Its last Event was dropped: the recorder's queue was full or stopped first.</source>
        <translation>最近的事件被丢弃：记录器的队列已满或先行停止。</translation>
    </message>
    <message>
        <source>Its last Event was refused by the API server (%1) and is not sent again.</source>
        <translation>最近的事件被 API 服务器拒绝（%1），不再发送。</translation>
    </message>
    <message>
        <source>Its last Event has not reached the API server yet and is sent again.</source>
        <translation>最近的事件尚未到达 API 服务器，会再次发送。</translation>
    </message>
    <message>
        <source>The cache may be stale: the watch is not open.</source>
        <translation>缓存可能过时：监听未打开。</translation>
    </message>
    <message>
        <source>The cache may be stale: the watch is not open, the last event came %1 ago.</source>
        <translation>缓存可能过时：监听未打开，最近的事件在 %1 前。</translation>
    </message>
    <message>
        <source>What led to the last run is older than the trace that is kept.</source>
        <translation>引发最近一次运行的步骤早于保留的轨迹。</translation>
    </message>
    <message>
        <source>The last run stands for a resync: the object was told again as it is.</source>
        <translation>最近一次运行源于 resync：对象按原样再通知一次。</translation>
    </message>
    <message numerus="yes">
        <source>The last run stands for %n watch event(s).</source>
        <translation>
            <numerusform>最近一次运行对应 %n 个监听事件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The last run stands for %n watch event(s): RV %1.</source>
        <translation>
            <numerusform>最近一次运行对应 %n 个监听事件：RV %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It repeats %n earlier run(s).</source>
        <translation>
            <numerusform>它重复了先前的 %n 次运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Older causes are not kept.</source>
        <translation>更早的起因没有保留。</translation>
    </message>
</context>
<context>
    <name>StudentsModel</name>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>metadata.name</source>
        <translation>metadata.name</translation>
    </message>
    <message>
        <source>Student</source>
        <translation>姓名</translation>
    </message>
    <message>
        <source>spec.name</source>
        <translation>spec.name</translation>
    </message>
    <message>
        <source>School</source>
        <translation>学校</translation>
    </message>
    <message>
        <source>spec.school</source>
        <translation>spec.school</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键状态</translation>
    </message>
    <message>
        <source>Where the object's key is in the workqueue</source>
        <translation>对象的键在工作队列中的位置</translation>
    </message>
    <message>
        <source>RV</source>
        <translation>RV</translation>
    </message>
    <message>
        <source>Resource version in the cache</source>
        <translation>缓存中的资源版本</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Time since the object was created</source>
        <translation>距对象创建的时间</translation>
    </message>
</context>
<context>
    <name>Targets</name>
    <message>
        <source>built-in API server, nothing to install</source>
        <translation>内置 API server，无需安装</translation>
    </message>
    <message>
        <source>service account of this Pod</source>
        <translation>此 Pod 的服务账号</translation>
    </message>
    <message>
        <source>program %1</source>
        <translation>程序 %1</translation>
    </message>
    <message>
        <source>client certificate</source>
        <translation>客户端证书</translation>
    </message>
    <message>
        <source>token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>token file</source>
        <translation>令牌文件</translation>
    </message>
    <message>
        <source>name and password</source>
        <translation>用户名和密码</translation>
    </message>
    <message>
        <source>no credential</source>
        <translation>无凭据</translation>
    </message>
    <message>
        <source>Server reachable</source>
        <translation>服务器可达</translation>
    </message>
    <message>
        <source>Check that the API server runs, the address, and the certificate authority of the cluster entry.</source>
        <translation>请检查 API server 是否在运行，以及 cluster 条目中的地址和证书颁发机构。</translation>
    </message>
    <message>
        <source>Signed in</source>
        <translation>已登录</translation>
    </message>
    <message>
        <source>The token or certificate is wrong or has expired: sign in again and update the user entry.</source>
        <translation>令牌或证书有误或已过期：请重新登录并更新 user 条目。</translation>
    </message>
    <message>
        <source>Student definition installed</source>
        <translation>已安装 Student 定义</translation>
    </message>
    <message>
        <source>Install it here; the controllers begin by themselves as soon as it is there.</source>
        <translation>可在此安装；装好之后控制器会自行开始工作。</translation>
    </message>
    <message>
        <source>Server's certificate verified</source>
        <translation>已验证服务器证书</translation>
    </message>
    <message>
        <source>insecure-skip-tls-verify is set: whoever answers at this address is believed. Name the cluster's certificate-authority in the kubeconfig instead.</source>
        <translation>设置了 insecure-skip-tls-verify：无论谁在此地址应答都会被信任。请改为在 kubeconfig 中指定集群的 certificate-authority。</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>In-cluster</source>
        <translation>集群内</translation>
    </message>
    <message>
        <source>as %1</source>
        <translation>以 %1 的身份</translation>
    </message>
    <message>
        <source>namespace %1</source>
        <translation>命名空间 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>label: value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>The server's certificate is not verified (insecure-skip-tls-verify)</source>
        <translation>不验证服务器证书（insecure-skip-tls-verify）</translation>
    </message>
    <message>
        <source>Signs in with</source>
        <translation>登录方式</translation>
    </message>
    <message>
        <source>Acts as</source>
        <translation>扮演身份</translation>
    </message>
    <message>
        <source>Through the proxy</source>
        <translation>经由代理</translation>
    </message>
    <message>
        <source>Name in the certificate</source>
        <translation>证书中的名称</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>Hides the %1 of the same name in %2</source>
        <extracomment>a context, cluster or user entry of the same name in a file that comes later</extracomment>
        <translation>遮盖了 %2 中的同名 %1</translation>
    </message>
    <message>
        <source>TLS not verified</source>
        <translation>未验证 TLS</translation>
    </message>
    <message>
        <source>Right to %1</source>
        <comment>list students</comment>
        <translation>权限：%1</translation>
    </message>
    <message>
        <source>The server does not say; it may work all the same.</source>
        <translation>服务器没有说明；也许仍可正常工作。</translation>
    </message>
    <message>
        <source>Check again, or start, to sign in once more.</source>
        <translation>再次检查或启动即可重新登录。</translation>
    </message>
    <message>
        <source>Ask the cluster's administrator for a role that allows it, or choose one namespace.</source>
        <translation>请向集群管理员申请相应的角色，或只选择一个命名空间。</translation>
    </message>
</context>
<context>
    <name>TraceModel</name>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Number of the step, over both controllers</source>
        <translation>步骤编号，两个控制器统一计数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Since Start, by the machinery's clock</source>
        <translation>自启动起，按机器的时钟</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>namespace/name</source>
        <translation>命名空间/名称</translation>
    </message>
    <message>
        <source>RV</source>
        <translation>RV</translation>
    </message>
    <message>
        <source>Resource version</source>
        <translation>资源版本</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>NumRequeues after the step</source>
        <translation>该步之后的 NumRequeues</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>The wait that begins here, or the time that the sync took</source>
        <translation>从这里开始的等待，或同步所用的时间</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>Number of the step that led here; a double click goes there</source>
        <translation>引发此步的步骤编号；双击可跳转</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>It was added with AddRateLimited (number %1).</source>
        <translation>它由 AddRateLimited 加入（第 %1 次）。</translation>
    </message>
    <message>
        <source>The first try failed (%1).</source>
        <translation>首次运行失败（%1）。</translation>
    </message>
    <message>
        <source>Retry %1 failed (%2).</source>
        <translation>第 %1 次重试失败（%2）。</translation>
    </message>
    <message>
        <source>the item limiter's cap of 1000 s</source>
        <translation>单项限速的上限 1000 s</translation>
    </message>
    <message>
        <source>%1 The item limiter delays it by %2; %3 are left.</source>
        <translation>%1单项限速使其延迟 %2，还剩 %3。</translation>
    </message>
    <message>
        <source>It is next: the first worker that is free gets it.</source>
        <translation>它是下一个：最先空闲的工作线程会取走它。</translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) stand before it in the line.</source>
        <translation>
            <numerusform>它前面还有 %n 个键。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changes are collapsed into one run.</source>
        <translation>
            <numerusform>%n 次变更合并为一次运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>All %1 retries that the profile allows failed, the last with: %2. Forget was called; the key comes back with its next change.</source>
        <translation>模式允许的 %1 次重试全部失败，最后一次：%2。已调用 Forget，下次变更时该键会回来。</translation>
    </message>
    <message>
        <source>Run %1 succeeded, so Forget set its retry count to 0.</source>
        <translation>第 %1 次运行成功，Forget 将重试次数归零。</translation>
    </message>
    <message>
        <source>Its run succeeded, so Forget set its retry count to 0.</source>
        <translation>运行成功，Forget 将重试次数归零。</translation>
    </message>
    <message>
        <source>Nothing to do until its next change.</source>
        <translation>下次变更之前无事可做。</translation>
    </message>
    <message>
        <source>Nothing to do until a change after RV %1.</source>
        <translation>RV %1 之后有变更前无事可做。</translation>
    </message>
    <message>
        <source>Why is it waiting?</source>
        <translation>为什么在等待？</translation>
    </message>
    <message>
        <source>Why is it not running yet?</source>
        <translation>为什么还没有运行？</translation>
    </message>
    <message>
        <source>What is happening?</source>
        <translation>正在发生什么？</translation>
    </message>
    <message>
        <source>Worker %1 has been reconciling it for %2. This is run %3 since Start.</source>
        <translation>工作线程 %1 已调谐它 %2。这是启动以来的第 %3 次运行。</translation>
    </message>
    <message>
        <source>Why is it parked?</source>
        <translation>为什么被停靠？</translation>
    </message>
    <message>
        <source>It changed while worker %1 still holds it. The queue never gives one key to two workers: it is put back in line at Done.</source>
        <translation>工作线程 %1 仍在处理它时又有了变更。队列绝不会把同一个键交给两个工作线程：到 Done 时才重新排队。</translation>
    </message>
    <message>
        <source>Why is it not in the queue?</source>
        <translation>为什么不在队列中？</translation>
    </message>
    <message>
        <source>What went wrong?</source>
        <translation>出了什么问题？</translation>
    </message>
    <message>
        <source>Run %1 failed (%2). What follows is the profile's choice: requeue with a delay, or nothing.</source>
        <translation>第 %1 次运行失败（%2）。接下来由模式决定：延迟后重新入队，或什么都不做。</translation>
    </message>
    <message>
        <source>Why was it given up?</source>
        <translation>为什么被放弃？</translation>
    </message>
    <message>
        <source>Why is it not retried?</source>
        <translation>为什么不重试？</translation>
    </message>
    <message>
        <source>The sync failed (%1) and this profile does not requeue on error: nothing brings the key back before its next change.</source>
        <translation>同步失败（%1），而此模式出错后不重新入队：下次变更之前该键不会回来。</translation>
    </message>
    <message>
        <source>Why did it never run?</source>
        <translation>为什么从未运行？</translation>
    </message>
    <message>
        <source>It was still waiting for its delay when Stop came. The delay heap is not drained; the next Start lists every object again.</source>
        <translation>停止时它仍在等待延迟结束。延迟堆不会被清空处理；下次启动会重新列出所有对象。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>The shared bucket (%1/s, burst %2) is %3 tokens in debt now.</source>
        <translation>共享令牌桶（%1/s，突发 %2）现在欠 %3 个令牌。</translation>
    </message>
    <message>
        <source>The shared bucket (%1/s, burst %2) holds %3 tokens now.</source>
        <translation>共享令牌桶（%1/s，突发 %2）现有 %3 个令牌。</translation>
    </message>
    <message>
        <source>%1 The item limiter asks for %2, but its token was number %3 in the shared bucket's debt: it waits %4, %5 more.</source>
        <translation>%1按单项限速器应等 %2，但它的令牌在共享令牌桶的欠账中排第 %3：共等 %4，还剩 %5。</translation>
    </message>
</context>
<context>
    <name>WorkqueueModel</name>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>namespace/name</source>
        <translation>命名空间/名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>NumRequeues: how often the rate limiter was asked since the last Forget</source>
        <translation>NumRequeues：自上次 Forget 以来询问限速器的次数</translation>
    </message>
    <message>
        <source>Next try</source>
        <translation>下次</translation>
    </message>
    <message>
        <source>When a worker may get the key: a delay, or its place in line</source>
        <translation>工作线程何时可取该键：延迟时间或排队位置</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>In state</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>How long the key has been in this state</source>
        <translation>该键处于此状态的时间</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>Changes that this entry collapsed into one run</source>
        <translation>此条目合并为一次运行的变更数</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Syncs since Start</source>
        <translation>启动以来的同步次数</translation>
    </message>
    <message>
        <source>RV</source>
        <translation>RV</translation>
    </message>
    <message>
        <source>Resource version of the newest watch event for the key</source>
        <translation>该键最近监听事件的资源版本</translation>
    </message>
</context>
<context>
    <name>rollcall::ChangesView</name>
    <message>
        <source>Revision</source>
        <translation>修订版本</translation>
    </message>
    <message>
        <source>What the revision changed</source>
        <translation>该修订版本的改动</translation>
    </message>
    <message>
        <source>Only one revision has been seen so far. Each change of the object adds one, the last 20 are kept.</source>
        <translation>目前只见过一个修订版本。对象每次改动增加一个，保留最近 20 个。</translation>
    </message>
    <message>
        <source>RV %1, compared with %2</source>
        <translation>RV %1，对比 %2</translation>
    </message>
</context>
<context>
    <name>rollcall::CommandLine</name>
    <message>
        <source>The same with kubectl:</source>
        <translation>等价的 kubectl 命令：</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copy the kubectl command</source>
        <translation>复制 kubectl 命令</translation>
    </message>
</context>
<context>
    <name>rollcall::CommandPalette</name>
    <message>
        <source>Command, key or cluster</source>
        <translation>命令、键或集群</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>匹配结果</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
</context>
<context>
    <name>rollcall::CrdDialog</name>
    <message>
        <source>Install the Student definition</source>
        <translation>安装 Student 定义</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Install on %1</source>
        <translation>安装到 %1(&amp;I)</translation>
    </message>
    <message>
        <source>This is sent to the cluster "%1" (%2). It adds the resource Students for everybody on that cluster; nothing else is changed.</source>
        <translation>以下内容将发送到集群“%1”（%2）。它会为该集群的所有人添加 Students 资源；不会改动其他内容。</translation>
    </message>
    <message>
        <source>Another cluster was chosen meanwhile. Close this and look again.</source>
        <translation>期间已选择了另一个集群。请关闭后重新查看。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Applying, and waiting until the API server has established it…</source>
        <translation>正在应用，并等待 API server 使其生效…</translation>
    </message>
    <message>
        <source>The Student definition is installed on %1</source>
        <translation>已在 %1 上安装 Student 定义</translation>
    </message>
    <message>
        <source>Ask the cluster's administrator to run the line above.</source>
        <translation>请让集群管理员运行上面的命令。</translation>
    </message>
    <message>
        <source>A definition of that name is there already, and somebody else manages it. It is left as it is: with v1 served the controllers work with it all the same.</source>
        <translation>已有同名定义，且由他人管理。它会保持原样：只要提供 v1 版本，控制器仍可使用它。</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
</context>
<context>
    <name>rollcall::DataTable</name>
    <message>
        <source>Reset columns</source>
        <translation>恢复默认列</translation>
    </message>
    <message>
        <source>Move this column to the left</source>
        <translation>此列左移</translation>
    </message>
    <message>
        <source>Move this column to the right</source>
        <translation>此列右移</translation>
    </message>
</context>
<context>
    <name>rollcall::ErrorBanner</name>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>选择其他…</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
</context>
<context>
    <name>rollcall::EventsModel</name>
    <message>
        <source>Recorded; not sent yet.</source>
        <translation>已记录，尚未发送。</translation>
    </message>
    <message>
        <source>Created in the API server.</source>
        <translation>已在 API 服务器中创建。</translation>
    </message>
    <message>
        <source>The same Event was there: its count was raised by PATCH.</source>
        <translation>已有相同事件：通过 PATCH 增加其次数。</translation>
    </message>
    <message>
        <source>The API server did not answer; it is tried again. %1</source>
        <translation>API 服务器无应答，正在重试。%1</translation>
    </message>
    <message>
        <source>The API server refused it for good: %1</source>
        <translation>API 服务器最终拒绝：%1</translation>
    </message>
    <message>
        <source>The recorder's queue was full: never sent.</source>
        <translation>记录器队列已满：从未发送。</translation>
    </message>
    <message>
        <source>Held back by the spam filter; only the count rose.</source>
        <translation>被防刷过滤器拦下，仅次数增加。</translation>
    </message>
</context>
<context>
    <name>rollcall::ExportActions</name>
    <message>
        <source>Save screenshot</source>
        <translation>保存截图</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>The screenshot was not saved</source>
        <translation>截图未保存</translation>
    </message>
    <message>
        <source>The screenshot is in the clipboard</source>
        <translation>截图已复制到剪贴板</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Report (*.zip)</source>
        <translation>报告 (*.zip)</translation>
    </message>
    <message>
        <source>The report was not saved</source>
        <translation>报告未保存</translation>
    </message>
    <message>
        <source>The kubeconfig was not written</source>
        <translation>kubeconfig 未写入</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
</context>
<context>
    <name>rollcall::Inspector</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Life</source>
        <translation>历程</translation>
    </message>
    <message>
        <source>Choose a key in a table or in the pipeline: its object, its life and the reason for its state appear here.</source>
        <translation>在表格或流水线中选择一个键：这里会显示其对象、历程以及当前状态的原因。</translation>
    </message>
    <message>
        <source>Edit this Student as YAML (Ctrl+E)</source>
        <translation>以 YAML 编辑此学生 (Ctrl+E)</translation>
    </message>
    <message>
        <source>Edit Student</source>
        <translation>编辑学生</translation>
    </message>
    <message>
        <source>Delete this Student (Ctrl+Backspace)</source>
        <translation>删除此学生 (Ctrl+Backspace)</translation>
    </message>
    <message>
        <source>Delete Student</source>
        <translation>删除学生</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>详情</translation>
    </message>
    <message>
        <source># The object is not in the store any more.</source>
        <translation># 该对象已不在缓存中。</translation>
    </message>
    <message>
        <source>Not in the queue</source>
        <translation>不在队列中</translation>
    </message>
    <message>
        <source>Nothing has put this key into the queue since Start.</source>
        <translation>自启动以来没有任何事情将此键放入队列。</translation>
    </message>
    <message>
        <source>Parts of the inspector</source>
        <translation>详情的各个部分</translation>
    </message>
    <message>
        <source>Object as YAML</source>
        <translation>对象的 YAML</translation>
    </message>
    <message>
        <source>Events of the key</source>
        <translation>该键的事件</translation>
    </message>
    <message>
        <source>Life of the key</source>
        <translation>该键的历程</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变更</translation>
    </message>
    <message>
        <source>Show what is folded: managedFields and long values</source>
        <translation>显示折叠的内容：managedFields 和长值</translation>
    </message>
    <message>
        <source>Show what is folded</source>
        <translation>显示折叠的内容</translation>
    </message>
    <message>
        <source>No run of this key is kept.</source>
        <translation>没有保留此键的运行。</translation>
    </message>
</context>
<context>
    <name>rollcall::LineChart</name>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1 前</translation>
    </message>
</context>
<context>
    <name>rollcall::LiveData</name>
    <message>
        <source>A Go program would have ended here: %1</source>
        <translation>Go 程序会在此处退出：%1</translation>
    </message>
    <message>
        <source>This window is the leader now: its workers may begin.</source>
        <translation>本窗口现在是领导者：工作线程可以开始。</translation>
    </message>
    <message>
        <source>Standing by: %1 is the leader.</source>
        <translation>待命中：领导者是 %1。</translation>
    </message>
</context>
<context>
    <name>rollcall::LoginBar</name>
    <message>
        <source>Signing in: %1 runs when you allow it</source>
        <translation>正在登录：经您允许后运行 %1</translation>
    </message>
    <message>
        <source>Signing in with %1, for %2 now</source>
        <translation>正在用 %1 登录，已 %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>End the program; nothing is signed in</source>
        <translation>结束该程序；不会登录</translation>
    </message>
    <message>
        <source>What the login program says</source>
        <translation>登录程序的输出</translation>
    </message>
</context>
<context>
    <name>rollcall::MachineryMenu</name>
    <message>
        <source>&amp;Machinery at the next Start</source>
        <translation>下次启动时的机制(&amp;M)</translation>
    </message>
    <message>
        <source>Reflector to store</source>
        <translation>Reflector 到缓存</translation>
    </message>
    <message>
        <source>In order: every event (RealFIFO)</source>
        <translation>按顺序：逐个事件（RealFIFO）</translation>
    </message>
    <message>
        <source>Coalescing: the events of a key together (DeltaFIFO)</source>
        <translation>合并：同一 key 的事件一起处理（DeltaFIFO）</translation>
    </message>
    <message>
        <source>Rate limiter</source>
        <translation>限速器</translation>
    </message>
    <message>
        <source>Controller default: 5 ms … 1000 s, and 10/s with burst 100</source>
        <translation>控制器默认：5 ms … 1000 s，且 10/s、突发 100</translation>
    </message>
    <message>
        <source>Per item only: 5 ms … 1000 s</source>
        <translation>仅按条目：5 ms … 1000 s</translation>
    </message>
    <message>
        <source>Item-based default: 1 ms … 1000 s</source>
        <translation>条目默认：1 ms … 1000 s</translation>
    </message>
    <message>
        <source>sample-controller: 5 ms … 1000 s, and 50/s with burst 300</source>
        <translation>sample-controller：5 ms … 1000 s，且 50/s、突发 300</translation>
    </message>
    <message>
        <source>Events API</source>
        <translation>事件 API</translation>
    </message>
    <message>
        <source>Streaming list (WatchList)</source>
        <translation>流式列表（WatchList）</translation>
    </message>
    <message>
        <source>Leader election on a Lease</source>
        <translation>用 Lease 进行领导者选举</translation>
    </message>
</context>
<context>
    <name>rollcall::MainWindow</name>
    <message>
        <source>Sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>all namespaces</source>
        <translation>所有命名空间</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>The machinery is built so at the next Start.</source>
        <translation>下次启动时将按此构建机制。</translation>
    </message>
    <message numerus="yes">
        <source>%n Student(s) written; Ctrl+Shift+M stops</source>
        <translation>
            <numerusform>已写入 %n 个学生；按 Ctrl+Shift+M 停止</numerusform>
        </translation>
    </message>
    <message>
        <source>Copy rows as CS&amp;V</source>
        <translation>复制行为 CSV(&amp;V)</translation>
    </message>
    <message>
        <source>Copy as &amp;kubectl command</source>
        <translation>复制为 kubectl 命令(&amp;K)</translation>
    </message>
    <message>
        <source>This window is read-only: it changes nothing on the cluster.</source>
        <translation>此窗口为只读：不会更改集群上的任何内容。</translation>
    </message>
</context>
<context>
    <name>rollcall::MetricsModel</name>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>Calls to the API server by verb, resource and HTTP code, informers included</source>
        <translation>对 API server 的调用，按动词、资源和 HTTP 状态码分列，含 informer</translation>
    </message>
</context>
<context>
    <name>rollcall::MetricsPanel</name>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Depth (keys)</source>
        <translation>深度（键）</translation>
    </message>
    <message>
        <source>Adds a second</source>
        <translation>每秒加入</translation>
    </message>
    <message>
        <source>Retries a second</source>
        <translation>每秒重试</translation>
    </message>
    <message>
        <source>Waits in the queue, keys</source>
        <translation>排队时间分布（键）</translation>
    </message>
    <message>
        <source>Times with a worker, keys</source>
        <translation>处理时间分布（键）</translation>
    </message>
    <message>
        <source>Students</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Students p99</source>
        <translation>学生 p99</translation>
    </message>
    <message>
        <source>Students p50</source>
        <translation>学生 p50</translation>
    </message>
    <message>
        <source>Pods p99</source>
        <translation>Pod p99</translation>
    </message>
    <message>
        <source>Pods p50</source>
        <translation>Pod p50</translation>
    </message>
    <message>
        <source>Wait in the queue: p99, p50 dotted</source>
        <translation>排队时间：p99，虚线为 p50</translation>
    </message>
    <message>
        <source>Time with a worker: p99, p50 dotted</source>
        <translation>处理时间：p99，虚线为 p50</translation>
    </message>
    <message>
        <source>workqueue_* and rest_client_* of each controller; charts: the last 5 minutes by the machinery's clock</source>
        <translation>每个控制器的 workqueue_* 与 rest_client_*；图表：按机器时钟的最近 5 分钟</translation>
    </message>
    <message>
        <source>API calls a second</source>
        <translation>每秒 API 调用</translation>
    </message>
</context>
<context>
    <name>rollcall::PipelineStrip</name>
    <message>
        <source>Show this controller</source>
        <translation>显示此控制器</translation>
    </message>
    <message>
        <source>What the API server reports: its newest resource version, and how many events it sends.</source>
        <translation>API 服务器的情况：最新的资源版本以及发送事件的速率。</translation>
    </message>
    <message>
        <source>Lists once, then watches; after an error it backs off and lists again.</source>
        <translation>先列出一次，然后持续监听；出错后退避并重新列出。</translation>
    </message>
    <message>
        <source>The informer's cache. Reconcilers read from here, not from the API server.</source>
        <translation>informer 的缓存。调谐器从这里读取，而不是从 API 服务器读取。</translation>
    </message>
    <message>
        <source>Each change of the store calls a handler, which puts the object's key into the queue.</source>
        <translation>缓存的每次变化都会调用处理函数，由它把对象的键放入队列。</translation>
    </message>
    <message>
        <source>A key is here once, however often it changes. Ready: next for a worker. Waiting: until its delay ends. Parked: changed while a worker holds it.</source>
        <translation>无论变更多少次，一个键在此只出现一次。就绪：等工作线程来取。等待：直到延迟结束。已停靠：工作线程处理期间有变更。</translation>
    </message>
    <message>
        <source>Each worker takes one key, reconciles it and calls Done. No key is ever with two workers.</source>
        <translation>每个工作线程取一个键，调谐后调用 Done。同一个键绝不会同时在两个工作线程中。</translation>
    </message>
    <message>
        <source>Events are merged, limited and posted to the API server.</source>
        <translation>事件经合并、限速后发送到 API 服务器。</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>The open controller's stations from the API server to the Event recorder. Left and right choose a key, up and down change the controller.</source>
        <translation>当前控制器从 API 服务器到事件记录器的各个环节。左右键选择键，上下键切换控制器。</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>idle %1</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>crashed, back in %1</source>
        <translation>已崩溃，%1 后恢复</translation>
    </message>
</context>
<context>
    <name>rollcall::PodsModel</name>
    <message>
        <source>left selection: was %1</source>
        <translation>离开选择：曾为 %1</translation>
    </message>
    <message>
        <source>Left the selection status.phase=Running %1 ago. It may have ended or been deleted; the watch cannot tell.</source>
        <translation>%1 前离开选择 status.phase=Running。可能已结束或被删除，监听无法分辨。</translation>
    </message>
</context>
<context>
    <name>rollcall::PreflightDialog</name>
    <message>
        <source>in order</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>in the way</source>
        <translation>有障碍</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>沙箱</translation>
    </message>
    <message>
        <source>Checks of %1</source>
        <translation>%1 的检查</translation>
    </message>
    <message>
        <source>Asking %1…</source>
        <translation>正在询问 %1…</translation>
    </message>
    <message>
        <source>Everything that the controllers need is there.</source>
        <translation>控制器需要的一切都已具备。</translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) to look at, first in the list.</source>
        <translation>
            <numerusform>有 %n 项需要查看，列在最前面。</numerusform>
        </translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>再次检查(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Install the definition…</source>
        <translation>安装定义(&amp;I)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>rollcall::ProfileMenu</name>
    <message>
        <source>Handlers add with AddRateLimited</source>
        <translation>处理函数使用 AddRateLimited</translation>
    </message>
    <message>
        <source>Requeue a key whose sync failed</source>
        <translation>同步失败后重新入队</translation>
    </message>
    <message>
        <source>Drop updates with equal resourceVersion (resync)</source>
        <translation>忽略 resourceVersion 相同的更新（resync）</translation>
    </message>
    <message>
        <source>Handle deletions</source>
        <translation>处理删除</translation>
    </message>
    <message>
        <source>404 on the live GET is success</source>
        <translation>实时 GET 返回 404 视为成功</translation>
    </message>
    <message>
        <source>Stop drains the queue</source>
        <translation>停止时处理完队列</translation>
    </message>
    <message>
        <source>Corrected</source>
        <translation>修正版</translation>
    </message>
    <message>
        <source>As printed</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Retry limit: %1</source>
        <translation>重试上限：%1</translation>
    </message>
    <message>
        <source>no retry</source>
        <translation>不重试</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>How the controllers behave: as the two printed programs, or corrected</source>
        <translation>控制器的行为：与两个原始程序一致，或为修正版</translation>
    </message>
    <message>
        <source>Students</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pods</translation>
    </message>
    <message>
        <source>A panic ends the process (ReallyCrash)</source>
        <translation>panic 结束进程（ReallyCrash）</translation>
    </message>
</context>
<context>
    <name>rollcall::SpeedControl</name>
    <message>
        <source>Pause the machinery's clock (Ctrl+Space)</source>
        <translation>暂停内部时钟 (Ctrl+Space)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>While paused: on to the next timer (F8)</source>
        <translation>暂停时：前进到下一个定时器 (F8)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>How fast the machinery's clock runs. Network deadlines are not changed.</source>
        <translation>内部时钟的快慢。不影响网络超时。</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
</context>
<context>
    <name>rollcall::StatusLine</name>
    <message>
        <source>RV server %1 · cache %2</source>
        <translation>RV 服务器 %1 · 缓存 %2</translation>
    </message>
    <message>
        <source>Watches %1</source>
        <translation>监听 %1</translation>
    </message>
    <message>
        <source>Memory in use by this program</source>
        <translation>本程序占用的内存</translation>
    </message>
</context>
<context>
    <name>rollcall::StudentActions</name>
    <message>
        <source>Created %1</source>
        <translation>已创建 %1</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Delete this Student?</source>
        <translation>删除此学生？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Deleted %1</source>
        <translation>已删除 %1</translation>
    </message>
    <message>
        <source>%1 was not deleted</source>
        <translation>%1 未删除</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>cluster (address)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 is deleted from %2. This cannot be undone.</source>
        <translation>将从 %2 删除 %1。此操作无法撤销。</translation>
    </message>
    <message numerus="yes">
        <source>It has %n finalizer(s) (%1): the API server only marks it as Terminating, and it goes when each one's owner has taken its name out.</source>
        <translation>
            <numerusform>它有 %n 个 finalizer（%1）：API 服务器只会把它标记为 Terminating，各所有者移除自己的名字后它才会消失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped after %n Student(s)</source>
        <translation>
            <numerusform>写入 %n 个学生后停止</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n Student(s) written</source>
        <translation>
            <numerusform>已写入 %n 个学生</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n failed</source>
        <translation>
            <numerusform>%1，%n 个失败</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rollcall::StudentEditor</name>
    <message>
        <source>Reading it from the API server…</source>
        <translation>正在从 API 服务器读取…</translation>
    </message>
    <message>
        <source>Name and namespace of an existing object cannot be changed.</source>
        <translation>已有对象的名称和命名空间不能更改。</translation>
    </message>
    <message>
        <source>Asking the API server for a dry run…</source>
        <translation>正在请 API 服务器试运行…</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>The API server would accept it. Nothing is saved yet.</source>
        <translation>API 服务器会接受。尚未保存任何内容。</translation>
    </message>
    <message>
        <source>Somebody else changed it. Reading the newer version…</source>
        <translation>已被他人修改。正在读取较新的版本…</translation>
    </message>
    <message>
        <source>409 Conflict: the object was changed since you read it. Both versions are shown; what differs is marked.</source>
        <translation>409 Conflict：自读取以来对象已被修改。两个版本并列显示，差异处有标记。</translation>
    </message>
    <message>
        <source>This is the server's version. Make your change again, then save.</source>
        <translation>这是服务器上的版本。请重新修改后保存。</translation>
    </message>
    <message>
        <source>Your version now stands on the server's newest: saving replaces it.</source>
        <translation>您的版本现已基于服务器的最新版本：保存将替换它。</translation>
    </message>
    <message>
        <source>The text has changes that are not saved. Cancel again to drop them.</source>
        <translation>文本有未保存的更改。再次取消即放弃更改。</translation>
    </message>
    <message>
        <source>New Student</source>
        <translation>新建学生</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>Chec&amp;k only</source>
        <translation>仅检查(&amp;K)</translation>
    </message>
    <message>
        <source>A dry run: the API server validates and answers, and stores nothing</source>
        <translation>试运行：API 服务器只校验并应答，不保存</translation>
    </message>
    <message>
        <source>C&amp;reate</source>
        <translation>创建(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Take the server's</source>
        <translation>采用服务器版本(&amp;T)</translation>
    </message>
    <message>
        <source>Keep &amp;mine</source>
        <translation>保留我的(&amp;M)</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的版本</translation>
    </message>
    <message>
        <source>On the server</source>
        <translation>服务器上的版本</translation>
    </message>
    <message>
        <source>Student as YAML</source>
        <translation>学生的 YAML</translation>
    </message>
</context>
<context>
    <name>rollcall::TablePanel</name>
    <message>
        <source>Students</source>
        <translation>学生</translation>
    </message>
    <message>
        <source>Workqueue</source>
        <translation>工作队列</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Running Pods</source>
        <translation>运行中的 Pod</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Filter %1</source>
        <translation>筛选%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Filter, such as step:Requeued worker:2</source>
        <translation>筛选，例如 step:Requeued worker:2</translation>
    </message>
</context>
<context>
    <name>rollcall::TargetFlow</name>
    <message>
        <source>Open kubeconfig</source>
        <translation>打开 kubeconfig</translation>
    </message>
    <message>
        <source>kubeconfig (*)</source>
        <translation>kubeconfig (*)</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>询问中…</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>有应答</translation>
    </message>
</context>
<context>
    <name>rollcall::TargetPicker</name>
    <message>
        <source>Reading kubeconfigs…</source>
        <translation>正在读取 kubeconfig…</translation>
    </message>
    <message>
        <source>Where the controllers run</source>
        <translation>控制器运行的位置</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>all namespaces</source>
        <translation>所有命名空间</translation>
    </message>
    <message>
        <source>&amp;Open kubeconfig…</source>
        <translation>打开 kubeconfig(&amp;O)…</translation>
    </message>
    <message>
        <source>Clusters and contexts</source>
        <translation>集群与上下文</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… 另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The file is not there now; it is read again when it comes back.</source>
        <translation>文件现在不存在；出现后会重新读取。</translation>
    </message>
    <message>
        <source>&amp;Use it</source>
        <translation>使用(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Forget this file</source>
        <translation>移除此文件(&amp;F)</translation>
    </message>
    <message>
        <source>Chec&amp;k whether it answers</source>
        <translation>检查是否应答(&amp;K)</translation>
    </message>
    <message>
        <source>Search name, server, file</source>
        <translation>搜索名称、服务器、文件</translation>
    </message>
    <message>
        <source>Chec&amp;k</source>
        <translation>检查(&amp;K)</translation>
    </message>
    <message>
        <source>Ask whether the server answers, without signing in</source>
        <translation>询问服务器是否应答，不登录</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>移除(&amp;F)</translation>
    </message>
    <message>
        <source>Take the file off this list (Delete). The file itself stays.</source>
        <translation>从列表中移除该文件（Delete）。文件本身会保留。</translation>
    </message>
</context>
<context>
    <name>rollcall::TargetsModel</name>
    <message>
        <source>missing · %1</source>
        <translation>缺失 · %1</translation>
    </message>
    <message numerus="yes">
        <source>%n context(s)</source>
        <translation>
            <numerusform>%n 个 context</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rollcall::TopBar</name>
    <message>
        <source>Choose a cluster</source>
        <translation>选择集群</translation>
    </message>
    <message>
        <source>A&amp;bandon</source>
        <translation>强行停止</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Start the controllers</source>
        <translation>启动控制器</translation>
    </message>
    <message>
        <source>Start the controllers (Ctrl+R)</source>
        <translation>启动控制器 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Stop the controllers</source>
        <translation>停止控制器</translation>
    </message>
    <message>
        <source>Stop: workers finish what is queued. A second time abandons them. (Ctrl+.)</source>
        <translation>停止：工作线程处理完队列中的键。再按一次则强行停止。(Ctrl+.)</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Export a report: screenshot and tables in one file (Ctrl+Shift+E)</source>
        <translation>导出报告：截图和表格合为一个文件 (Ctrl+Shift+E)</translation>
    </message>
    <message>
        <source>All commands (F10)</source>
        <translation>所有命令 (F10)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Choose where the controllers run (Ctrl+L)</source>
        <translation>选择控制器运行的位置 (Ctrl+L)</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>This window changes no object on the cluster. The controllers still post their Events.</source>
        <translation>此窗口不会更改集群上的任何对象。控制器仍会发送事件。</translation>
    </message>
    <message>
        <source>The server's certificate is not verified (insecure-skip-tls-verify): whoever answers at this address is believed, and gets the credentials.</source>
        <translation>不验证服务器证书（insecure-skip-tls-verify）：无论谁在此地址应答都会被信任，并会得到凭据。</translation>
    </message>
</context>
<context>
    <name>rollcall::WindowActions</name>
    <message>
        <source>&amp;Start</source>
        <translation>启动(&amp;S)</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止(&amp;P)</translation>
    </message>
    <message>
        <source>Pa&amp;use the clock</source>
        <translation>暂停时钟(&amp;U)</translation>
    </message>
    <message>
        <source>S&amp;tep to the next timer</source>
        <translation>前进到下一个定时器(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Choose a cluster…</source>
        <translation>选择集群(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Open kubeconfig…</source>
        <translation>打开 kubeconfig(&amp;O)…</translation>
    </message>
    <message>
        <source>Copy &amp;KUBECONFIG command</source>
        <translation>复制 KUBECONFIG 命令(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;New Student…</source>
        <translation>新建学生(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Edit Student…</source>
        <translation>编辑学生(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Delete Student…</source>
        <translation>删除学生(&amp;D)…</translation>
    </message>
    <message>
        <source>Save s&amp;creenshot…</source>
        <translation>保存截图(&amp;C)…</translation>
    </message>
    <message>
        <source>Cop&amp;y screenshot</source>
        <translation>复制截图(&amp;Y)</translation>
    </message>
    <message>
        <source>E&amp;xport report…</source>
        <translation>导出报告(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Filter the table</source>
        <translation>筛选表格(&amp;F)</translation>
    </message>
    <message>
        <source>Show the other controlle&amp;r</source>
        <translation>显示另一个控制器(&amp;R)</translation>
    </message>
    <message>
        <source>Go to Students</source>
        <translation>转到学生</translation>
    </message>
    <message>
        <source>Go to the workqueue</source>
        <translation>转到工作队列</translation>
    </message>
    <message>
        <source>Go to Events</source>
        <translation>转到事件</translation>
    </message>
    <message>
        <source>Go to Running Pods</source>
        <translation>转到运行中的 Pod</translation>
    </message>
    <message>
        <source>Go to the pipeline</source>
        <translation>转到流水线</translation>
    </message>
    <message>
        <source>Go to the inspector</source>
        <translation>转到详情</translation>
    </message>
    <message>
        <source>Reset &amp;layout</source>
        <translation>恢复默认布局(&amp;L)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Open this menu</source>
        <translation>打开此菜单</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Rollcall</source>
        <translation>关于 Rollcall(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>命令面板…</translation>
    </message>
    <message>
        <source>Create &amp;many Students…</source>
        <translation>批量创建学生(&amp;M)…</translation>
    </message>
    <message>
        <source>Storm of ed&amp;its…</source>
        <translation>编辑风暴(&amp;I)…</translation>
    </message>
    <message>
        <source>Read-onl&amp;y: I change nothing</source>
        <translation>只读：不做任何更改(&amp;Y)</translation>
    </message>
    <message>
        <source>Go to the trace</source>
        <translation>转到轨迹</translation>
    </message>
    <message>
        <source>Go to the metrics</source>
        <translation>转到指标</translation>
    </message>
    <message>
        <source>Presen&amp;t: large type</source>
        <translation>演示：大字号(&amp;T)</translation>
    </message>
    <message>
        <source>Stop the running j&amp;ob</source>
        <translation>停止正在运行的任务(&amp;O)</translation>
    </message>
    <message>
        <source>C&amp;heck the cluster…</source>
        <translation>检查集群(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Install the Student definition…</source>
        <translation>安装 Student 定义(&amp;I)…</translation>
    </message>
</context>
<context>
    <name>rollcall::WorkersField</name>
    <message>
        <source>Workers</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>Workers of each controller</source>
        <translation>每个控制器的工作线程</translation>
    </message>
    <message>
        <source>Workers of each controller, 1 to 16</source>
        <translation>每个控制器的工作线程，1 到 16</translation>
    </message>
</context>
<context>
    <name>rollcall::WorkqueueModel</name>
    <message>
        <source>next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>2nd</source>
        <translation>第 2</translation>
    </message>
    <message>
        <source>3rd</source>
        <translation>第 3</translation>
    </message>
    <message>
        <source>%1th</source>
        <comment>place in line, 4 and more</comment>
        <translation>第 %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
</TS>
