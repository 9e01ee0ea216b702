// Package font is the one typeface of our paper: Roboto Condensed, Apache License 2.0 (LICENSE). Condensed, because a bill is mostly
// narrow columns, because a label printer's own face is condensed too, and with every letter that a North American address needs.
package font

import _ "embed" // the two files

// The face in its two weights, as TrueType.
var (
	//go:embed RobotoCondensed-Regular.ttf
	Regular []byte
	//go:embed RobotoCondensed-Bold.ttf
	Bold []byte
)
