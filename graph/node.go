package graph

// A Node is what a walk knows of one note without reading it.
type Node struct {
	// ID names the node. It is opaque here and compared byte by byte; the vault uses vault paths.
	ID string
	// Title is for people; it may repeat.
	Title string
	// Type is the node's type word, such as "service"; "" where there is none.
	Type string
	// Degree is the number of other nodes that an edge joins this node with, in either direction.
	Degree int
}
