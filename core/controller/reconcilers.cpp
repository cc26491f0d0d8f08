// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controller/reconciler.h"

namespace rollcall {

Result<Unit> StudentReconciler::reconcile(const std::string& key, const ReconcileContext& context) {
    const auto name = splitKey(key);
    if (!name.ok()) {
        m_log("invalid resource key: " + key);  // the seed reports it and does not try again
        return Unit{};
    }
    const ObjectPtr object = m_store.get(key);
    if (!object) {
        m_log("Student对象被删除，请在这里执行实际的删除业务: " + key + " ...");
        return Unit{};
    }
    m_recorder->event(*object, "Normal", "Synced", "Student synced successfully", context.cause);
    return Unit{};
}

Result<Unit> PodReconciler::reconcile(const std::string& key, const ReconcileContext& context) {
    const auto name = splitKey(key);
    if (!name.ok()) return name.error();
    const auto pod = m_get(name->ns, name->name, context.cancel);
    if (!pod.ok()) {
        if (!pod.error().isNotFound() || !m_notFoundIsSuccess.load(std::memory_order_relaxed)) return pod.error();
        m_log("Pod is gone: " + key);
        return Unit{};
    }
    m_log("正在处理Pod: " + (*pod)->meta.name + ", 状态: " + static_cast<const Pod&>(**pod).phase);
    return Unit{};
}

}  // namespace rollcall
