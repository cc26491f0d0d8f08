// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// podInformer sees the Pods that run, as in the second program.
func podInformer(client kubernetes.Interface, namespace string, resync time.Duration) cache.SharedIndexInformer {
	return informers.NewSharedInformerFactoryWithOptions(client, resync, informers.WithNamespace(namespace),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) {
			options.FieldSelector = fields.OneTermEqualSelector("status.phase", string(corev1.PodRunning)).String()
		})).Core().V1().Pods().Informer()
}

// podSync is the second program's business: read the Pod from the API server, not from the cache, and print its phase.
func podSync(client kubernetes.Interface, notFoundIsSuccess bool) func(context.Context, string) error {
	return func(ctx context.Context, key string) error {
		namespace, name, err := cache.SplitMetaNamespaceKey(key)
		if err != nil {
			return err
		}
		pod, err := client.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
		if notFoundIsSuccess && apierrors.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		klog.InfoS("Pod", "name", pod.Name, "phase", pod.Status.Phase)
		return nil
	}
}
