package localfile

import _ "unsafe" // for the name of a library's own

// Go deletes a folder's files by a call that Wine 8 does not have, and only asks for the one before where Windows says so in other words. The library's own tests
// have it ask for that at once.
//
//go:linkname asBefore internal/syscall/windows.TestDeleteatFallback
var asBefore bool

func init() { asBefore = true }
