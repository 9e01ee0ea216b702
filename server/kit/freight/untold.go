package freight

// Untold is a text that a row keeps and tells nobody: the rows of a table read the same for all who see it, and this is not for all of them. Another row or a call tells it
// to who may know.
type Untold string

// MarshalJSON gives an empty text.
func (Untold) MarshalJSON() ([]byte, error) { return []byte(`""`), nil }
