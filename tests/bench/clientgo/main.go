// SPDX-License-Identifier: GPL-3.0-or-later

// Command clientgo loads client-go's workqueue in the ways of ../queue_mixes.h and prints operations per second:
//
//	clientgo MODE PRODUCERS CONSUMERS COUNT
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
)

const (
	repeatedKeys = 1000
	workTime     = 2 * time.Microsecond
)

type queue = workqueue.TypedInterface[string]

func keys(count int) []string {
	names := make([]string, count)
	for i := range names {
		names[i] = fmt.Sprintf("default/student-%07d", i)
	}
	return names
}

func consume(q queue, work time.Duration) {
	for {
		key, shutdown := q.Get()
		if shutdown {
			return
		}
		for start := time.Now(); work > 0 && time.Since(start) < work; {
		}
		q.Done(key)
	}
}

func flow(q queue, producers, consumers, count int, names []string, work time.Duration) float64 {
	start := time.Now()
	var adding, taking sync.WaitGroup
	for range consumers {
		taking.Go(func() { consume(q, work) })
	}
	for p := range producers {
		adding.Go(func() {
			for i := p; i < count; i += producers {
				q.Add(names[i%len(names)])
			}
		})
	}
	adding.Wait()
	q.ShutDown()
	taking.Wait()
	return float64(count) / time.Since(start).Seconds()
}

func fillAndDrain(q queue, names []string) (fill, drain float64) {
	start := time.Now()
	for _, key := range names {
		q.Add(key)
	}
	fill = float64(len(names)) / time.Since(start).Seconds()
	q.ShutDown()
	start = time.Now()
	consume(q, 0)
	return fill, float64(len(names)) / time.Since(start).Seconds()
}

func cycle(q queue, names []string) float64 {
	start := time.Now()
	for _, key := range names {
		q.Add(key)
		got, _ := q.Get()
		q.Done(got)
	}
	return float64(len(names)) / time.Since(start).Seconds()
}

func run(mode string, producers, consumers, count int) (float64, error) {
	q := workqueue.NewTyped[string]()
	switch mode {
	case "unique":
		return flow(q, producers, consumers, count, keys(count), 0), nil
	case "repeat":
		return flow(q, producers, consumers, count*5, keys(repeatedKeys), 0), nil
	case "work":
		return flow(q, producers, consumers, count, keys(count), workTime), nil
	case "fill":
		fill, _ := fillAndDrain(q, keys(count))
		return fill, nil
	case "drain":
		_, drain := fillAndDrain(q, keys(count))
		return drain, nil
	case "cycle":
		return cycle(q, keys(count)), nil
	}
	return 0, fmt.Errorf("unknown mode %q", mode)
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: clientgo MODE PRODUCERS CONSUMERS COUNT")
		os.Exit(2)
	}
	var numbers [3]int
	for i := range numbers {
		n, err := strconv.Atoi(os.Args[2+i])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		numbers[i] = n
	}
	rate, err := run(os.Args[1], numbers[0], numbers[1], numbers[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Printf("%.0f\n", rate)
}
