package other

var Handle int = "none"
