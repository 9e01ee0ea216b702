package freight

// OrderFile is a file of orders that another system sent.
type OrderFile struct {
	ID        string // of the import that it becomes: the same file under the same id is imported once
	Name      string
	Customer  string // whose orders they are where the file does not say
	Warehouse string // where they ship from where the file does not say
	Good      bool   // save the good orders of a file that has wrong ones, too
	Content   []byte
}
