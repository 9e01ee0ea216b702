package event

// OrderFileEnded says that a file of orders was saved or dropped, in the command that did it.
type OrderFileEnded struct {
	ImportID string
	Dropped  bool
	Saved    int // orders
	Refused  int // good orders that could not be saved: their number is taken
	Wrong    int // orders with errors in the file
}
