package freight

// Consolidation is how an organisation puts several shipments on one truck.
type Consolidation struct {
	Enabled                  bool `json:"enabled"`
	WarehouseAddressForChild bool `json:"warehouseAddressForChild"` // the papers of what is on a truck name the warehouse as sender
	PackingList              bool `json:"packingList"`              // packing lists, and bills, are among the truck's papers
	BOL                      bool `json:"bol"`
	MaxPallets               int  `json:"maxPallets" validate:"gte=0,lte=200"`   // 0 is what a 53-foot trailer takes on its floor
	MaxPounds                int  `json:"maxPounds" validate:"gte=0,lte=200000"` // 0 is what may be loaded without a permit, nearly everywhere
}

// Limits are the pallets and pounds that a truck takes.
func (c Consolidation) Limits() (pallets, pounds int64) {
	pallets, pounds = int64(c.MaxPallets), int64(c.MaxPounds)
	if pallets == 0 {
		pallets = 26
	}
	if pounds == 0 {
		pounds = 44_000
	}
	return pallets, pounds
}
