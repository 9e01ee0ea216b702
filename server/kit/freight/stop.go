package freight

// RouteStop is what is unloaded together at one stop of a planned truck.
type RouteStop struct {
	OrderIDs    []string
	ShipOn      string
	Mode        string
	Instruction string
	Price       *Price // nil where no contract prices the truck
}
