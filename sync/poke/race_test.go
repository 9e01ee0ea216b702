//go:build race

package poke

// The race detector slows everything tenfold: figures mean nothing under it.
func init() { measuring = false }
