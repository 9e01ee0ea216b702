//go:build !unix

package app

// safe refuses a program that another could be put in the place of; here the system's own rights on folders tell.
func safe(string) error { return nil }
