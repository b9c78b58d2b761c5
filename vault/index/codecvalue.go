package index

import (
	"maps"
	"math"
	"slices"

	"vaultgraph/vault/note"
)

func (e *encoder) property(p *note.Property) {
	e.string(p.Key)
	e.int(p.Line)
	e.span(p.Span)
	e.value(p.Value)
}

// The kinds of property values.
const (
	valueNull = iota
	valueFalse
	valueTrue
	valueText
	valueInt
	valueFloat
	valueList
	valueMap
)

func (e *encoder) value(v any) {
	switch v := v.(type) {
	case bool:
		if v {
			e.uint(valueTrue)
		} else {
			e.uint(valueFalse)
		}
	case string:
		e.uint(valueText)
		e.string(v)
	case int64:
		e.uint(valueInt)
		e.uint(uint64(v))
	case float64:
		e.uint(valueFloat)
		e.uint(math.Float64bits(v))
	case []any:
		e.uint(valueList)
		e.int(len(v))
		for _, x := range v {
			e.value(x)
		}
	case map[string]any:
		e.uint(valueMap)
		e.int(len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			e.string(k)
			e.value(v[k])
		}
	default:
		e.uint(valueNull)
	}
}

func (d *decoder) property() note.Property {
	return note.Property{Key: d.string(), Line: d.int(), Span: d.span(), Value: d.value(0)}
}

// maxDepth is how deep lists and mappings may stand in one another; package note allows no more.
const maxDepth = 2000

func (d *decoder) value(depth int) any {
	if depth > maxDepth {
		d.fail()
		return nil
	}
	switch kind := d.uint(); kind {
	case valueNull:
		return nil
	case valueFalse, valueTrue:
		return kind == valueTrue
	case valueText:
		return d.string()
	case valueInt:
		return int64(d.uint())
	case valueFloat:
		return math.Float64frombits(d.uint())
	case valueList:
		return append([]any{}, list(d, func() any { return d.value(depth + 1) })...)
	case valueMap:
		m := map[string]any{}
		for n := d.int(); n > 0 && !d.broken; n-- {
			k := d.string()
			m[k] = d.value(depth + 1)
		}
		return m
	}
	d.fail()
	return nil
}
