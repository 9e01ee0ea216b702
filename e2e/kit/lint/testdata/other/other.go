// Package other is in order here, and on two other systems is not.
package other
