// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"

	"rollcall.test/oracle/trace"
)

var studentVersion = schema.GroupVersion{Group: "bolingcavalry.k8s.io", Version: "v1"}

// student is what the first program's generated client would bring.
type student struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              studentSpec `json:"spec"`
}

type studentSpec struct {
	Name   string `json:"name"`
	School string `json:"school"`
}

type studentList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items           []student `json:"items"`
}

func (s *student) DeepCopyObject() runtime.Object {
	copied := *s
	s.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

func (l *studentList) DeepCopyObject() runtime.Object {
	copied := *l
	l.ListMeta.DeepCopyInto(&copied.ListMeta)
	copied.Items = make([]student, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*student)
	}
	return &copied
}

func studentScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	scheme.AddKnownTypeWithName(studentVersion.WithKind("Student"), &student{})
	scheme.AddKnownTypeWithName(studentVersion.WithKind("StudentList"), &studentList{})
	metav1.AddToGroupVersion(scheme, studentVersion)
	return scheme
}

func studentClient(config *rest.Config, scheme *runtime.Scheme) (rest.Interface, error) {
	own := rest.CopyConfig(config)
	own.GroupVersion = &studentVersion
	own.APIPath = "/apis"
	own.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	return rest.RESTClientFor(own)
}

// studentInformer lists and watches as a generated informer does.
func studentInformer(client rest.Interface, scheme *runtime.Scheme, namespace string, resync time.Duration) cache.SharedIndexInformer {
	parameters := runtime.NewParameterCodec(scheme)
	list := func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		found := &studentList{}
		return found, client.Get().Namespace(namespace).Resource("students").VersionedParams(&options, parameters).
			Timeout(timeoutOf(options)).Do(ctx).Into(found)
	}
	watchFunc := func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
		options.Watch = true
		return client.Get().Namespace(namespace).Resource("students").VersionedParams(&options, parameters).
			Timeout(timeoutOf(options)).Watch(ctx)
	}
	both := &cache.ListWatch{ListWithContextFunc: list, WatchFuncWithContext: watchFunc}
	return cache.NewSharedIndexInformer(cache.ToListWatcherWithWatchListSemantics(both, client), &student{}, resync,
		cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
}

func timeoutOf(options metav1.ListOptions) time.Duration {
	if options.TimeoutSeconds == nil {
		return 0
	}
	return time.Duration(*options.TimeoutSeconds) * time.Second
}

// studentSync is the first program's business: look the Student up in the cache, and say in an Event that it was seen.
type studentSync struct {
	store    cache.Store
	recorder record.EventRecorder
	notes    *notes
}

func (s *studentSync) sync(_ context.Context, key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		utilruntime.HandleError(err)
		return nil
	}
	found, exists, err := s.store.GetByKey(key)
	if err == nil && !exists {
		err = apierrors.NewNotFound(schema.GroupResource{Group: studentVersion.Group, Resource: "student"}, namespace+"/"+name)
	}
	if apierrors.IsNotFound(err) {
		return nil // deleted
	}
	if err != nil {
		return err
	}
	s.notes.add(trace.Line{Step: "EventRecorded", Key: key, Detail: "Synced"})
	s.recorder.Event(found.(*student), corev1.EventTypeNormal, "Synced", "Student synced successfully")
	return nil
}
