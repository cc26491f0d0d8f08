// SPDX-License-Identifier: GPL-3.0-or-later
//
// client-go beside which our queue is measured; see ../beside_client_go.sh.
// Its own module, so that the one of tests/cluster keeps the version that its API server needs.

module rollcall/bench/clientgo

go 1.26.0

require k8s.io/client-go v0.37.2

require (
	github.com/go-logr/logr v1.4.3 // indirect
	golang.org/x/time v0.15.0 // indirect
	k8s.io/apimachinery v0.37.2 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
	k8s.io/utils v0.0.0-20260626114624-be93311217bd // indirect
)
