//go:build !unix

package app

// safe refuses a program that another could be put in the place of; here the system's own rights on folders tell.
func safe(string) error { return nil }

// become does nothing: an administrator's files can be opened by the service, which is the system's.
func become(string) error { return nil }
