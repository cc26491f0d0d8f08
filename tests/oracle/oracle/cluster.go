// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"
)

var (
	studentsResource   = schema.GroupVersionResource{Group: "bolingcavalry.k8s.io", Version: "v1", Resource: "students"}
	podsResource       = schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	eventsResource     = schema.GroupVersionResource{Version: "v1", Resource: "events"}
	namespacesResource = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	crdsResource       = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
)

// cluster is the real API server, spoken to directly.
type cluster struct {
	config *rest.Config
	client dynamic.Interface
	crd    *unstructured.Unstructured
}

func newCluster(kubeconfig, manifests string) (*cluster, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS = -1
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(manifests, "student-crd.yaml"))
	if err != nil {
		return nil, err
	}
	crd := &unstructured.Unstructured{}
	return &cluster{config: config, client: client, crd: crd}, yaml.Unmarshal(text, crd)
}

func resourceOf(kind string) (schema.GroupVersionResource, error) {
	switch kind {
	case "student", "students":
		return studentsResource, nil
	case "pod", "pods":
		return podsResource, nil
	}
	return schema.GroupVersionResource{}, fmt.Errorf("there is no kind %q", kind)
}

func newStudent(name string, spec map[string]string) *unstructured.Unstructured {
	fields := map[string]any{"name": name, "school": "school"}
	for field, value := range spec {
		fields[field] = value
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "bolingcavalry.k8s.io/v1", "kind": "Student", "metadata": map[string]any{"name": name}, "spec": fields,
	}}
}

func newPod(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "main", "image": "none.invalid/none"}}},
	}}
}

func (c *cluster) create(ctx context.Context, ns, kind, name string, spec map[string]string) error {
	resource, err := resourceOf(kind)
	if err != nil {
		return err
	}
	object := newPod(name)
	if resource == studentsResource {
		object = newStudent(name, spec)
	}
	_, err = c.client.Resource(resource).Namespace(ns).Create(ctx, object, metav1.CreateOptions{})
	return err
}

// createMany makes PREFIX-000, PREFIX-001, …, eight at a time.
func (c *cluster) createMany(ctx context.Context, ns, kind, prefix string, count int) error {
	numbers := make(chan int)
	failed := make(chan error, 8)
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			for number := range numbers {
				if err := c.create(ctx, ns, kind, fmt.Sprintf("%s-%03d", prefix, number), nil); err != nil {
					select {
					case failed <- err:
					default:
					}
				}
			}
		})
	}
	for number := range count {
		numbers <- number
	}
	close(numbers)
	workers.Wait()
	close(failed)
	return <-failed
}

func (c *cluster) patch(ctx context.Context, ns, kind, name, body string, subresource ...string) error {
	resource, err := resourceOf(kind)
	if err != nil {
		return err
	}
	_, err = c.client.Resource(resource).Namespace(ns).
		Patch(ctx, name, types.MergePatchType, []byte(body), metav1.PatchOptions{}, subresource...)
	return err
}

func (c *cluster) delete(ctx context.Context, ns, kind, name string) error {
	resource, err := resourceOf(kind)
	if err != nil {
		return err
	}
	var now int64
	return c.client.Resource(resource).Namespace(ns).Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: &now})
}

func (c *cluster) installCRD(ctx context.Context) error {
	_, err := c.client.Resource(crdsResource).Create(ctx, c.crd.DeepCopy(), metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	// Established, and really served: right after that the first lists may still be answered with 404 or 429.
	return eventually(ctx, 20*time.Second, func() error {
		_, err := c.client.Resource(studentsResource).Namespace("default").List(ctx, metav1.ListOptions{})
		return err
	})
}

func (c *cluster) removeCRD(ctx context.Context) error {
	err := c.client.Resource(crdsResource).Delete(ctx, c.crd.GetName(), metav1.DeleteOptions{})
	if err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	return eventually(ctx, 20*time.Second, func() error {
		_, err := c.client.Resource(crdsResource).Get(ctx, c.crd.GetName(), metav1.GetOptions{})
		if err == nil {
			return fmt.Errorf("the definition is still there")
		}
		if !apierrors.IsNotFound(err) {
			return err
		}
		_, err = c.client.Resource(studentsResource).Namespace("default").List(ctx, metav1.ListOptions{})
		if apierrors.IsNotFound(err) {
			return nil
		}
		return fmt.Errorf("students are still served: %v", err)
	})
}

func eventually(ctx context.Context, within time.Duration, try func() error) error {
	deadline := time.Now().Add(within)
	for {
		err := try()
		if err == nil || time.Now().After(deadline) || ctx.Err() != nil {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// contents is what a namespace holds in the end, in words that do not change from run to run.
func (c *cluster) contents(ctx context.Context, ns string) (map[string][]string, error) {
	found := map[string][]string{}
	students, err := c.client.Resource(studentsResource).Namespace(ns).List(ctx, metav1.ListOptions{})
	if err != nil && !apierrors.IsNotFound(err) {
		return nil, err
	}
	if students != nil {
		for _, student := range students.Items {
			spec, _, _ := unstructured.NestedStringMap(student.Object, "spec")
			found["students"] = append(found["students"], fmt.Sprintf("%s spec=%v finalizers=%v status=%v generation=%d",
				student.GetName(), spec, student.GetFinalizers(), student.Object["status"], student.GetGeneration()))
		}
	}
	events, err := c.client.Resource(eventsResource).Namespace(ns).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	for _, event := range events.Items {
		text := func(path ...string) string {
			value, _, _ := unstructured.NestedString(event.Object, path...)
			return value
		}
		count, _, _ := unstructured.NestedInt64(event.Object, "count")
		about := "events/" + text("involvedObject", "name")
		found[about] = append(found[about], fmt.Sprintf("%s %s %q count=%s source=%s reporting=%s/%s about=%s %s namespace-matches=%t",
			text("type"), text("reason"), text("message"), strconv.FormatInt(count, 10), text("source", "component"),
			text("reportingComponent"), text("reportingInstance"), text("involvedObject", "apiVersion"),
			text("involvedObject", "kind"), text("involvedObject", "namespace") == ns))
	}
	for name := range found {
		sort.Strings(found[name])
	}
	return found, nil
}

// clean takes a namespace's objects away. Nothing finishes the deletion of the namespace itself: there is no controller for it.
func (c *cluster) clean(ctx context.Context, ns string) {
	if students, err := c.client.Resource(studentsResource).Namespace(ns).List(ctx, metav1.ListOptions{}); err == nil {
		for _, student := range students.Items {
			if len(student.GetFinalizers()) > 0 { // left by a script that failed; it would keep the definition from going
				_ = c.patch(ctx, ns, "student", student.GetName(), `{"metadata":{"finalizers":null}}`)
			}
		}
	}
	for _, resource := range []schema.GroupVersionResource{studentsResource, podsResource, eventsResource} {
		var now int64
		_ = c.client.Resource(resource).Namespace(ns).
			DeleteCollection(ctx, metav1.DeleteOptions{GracePeriodSeconds: &now}, metav1.ListOptions{})
	}
	_ = c.client.Resource(namespacesResource).Delete(ctx, ns, metav1.DeleteOptions{})
}

func (c *cluster) createNamespace(ctx context.Context, ns string) error {
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": ns},
	}}
	_, err := c.client.Resource(namespacesResource).Create(ctx, object, metav1.CreateOptions{})
	return err
}
