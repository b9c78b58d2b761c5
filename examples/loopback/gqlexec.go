package loopback

import (
	"fmt"
	"slices"
)

// An object is what a query selects from. A field's value is a scalar, an object, a list of these, a refused, or a
// resolver.
type object struct {
	typename string
	also     []string // interfaces of the type
	fields   map[string]any
}

// A resolver is a field with arguments.
type resolver func(arguments map[string]any) (any, error)

// A refused is null in the answer, with an error that says why.
type refused struct {
	kind    string // FORBIDDEN, NOT_FOUND
	message string
	saml    bool
}

// A graphError is one error of an answer.
type graphError struct {
	Type       string         `json:"type,omitempty"`
	Path       []any          `json:"path,omitempty"`
	Extensions map[string]any `json:"extensions,omitempty"`
	Locations  []any          `json:"locations,omitempty"`
	Message    string         `json:"message"`
}

// An invalidQuery ends a query without data.
type invalidQuery struct {
	code    string
	message string
}

func (e *invalidQuery) Error() string { return e.message }

// An execution selects from objects what a document asks for, and nothing else.
type execution struct {
	doc       *document
	variables map[string]any
	errors    []graphError
}

// execute runs a query on root.
func execute(doc *document, variables map[string]any, root *object) (map[string]any, []graphError, error) {
	e := &execution{doc: doc, variables: map[string]any{}}
	for _, v := range doc.variables {
		value, given := variables[v.name]
		if !given {
			value = v.value
		}
		if v.required && value == nil {
			return nil, nil, &invalidQuery{"", fmt.Sprintf("Variable $%s of required type was not provided", v.name)}
		}
		e.variables[v.name] = value
	}
	for name := range variables {
		if _, declared := e.variables[name]; !declared {
			return nil, nil, &invalidQuery{"", fmt.Sprintf("Variable $%s is not declared by the query", name)}
		}
	}
	data, err := e.object(root, doc.set, nil)
	return data, e.errors, err
}

func (e *execution) object(o *object, set []selection, path []any) (map[string]any, error) {
	out := map[string]any{}
	return out, e.into(out, o, set, path)
}

// into adds to out what set selects from o.
func (e *execution) into(out map[string]any, o *object, set []selection, path []any) error {
	for _, s := range set {
		if s.field != "" {
			value, err := e.field(o, s, append(slices.Clone(path), s.alias))
			if err != nil {
				return err
			}
			out[s.alias] = merge(out[s.alias], value)
			continue
		}
		on, inner := s.on, s.set
		if s.spread != "" {
			f, ok := e.doc.fragments[s.spread]
			if !ok {
				return &invalidQuery{"useAndDefineFragment", fmt.Sprintf("Fragment %s was used, but not defined", s.spread)}
			}
			on, inner = f.on, f.set
		}
		if on != "" && on != o.typename && !slices.Contains(o.also, on) {
			continue
		}
		if err := e.into(out, o, inner, path); err != nil {
			return err
		}
	}
	return nil
}

// merge joins what two selections of one field have selected.
func merge(a, b any) any {
	switch b := b.(type) {
	case map[string]any:
		if a, ok := a.(map[string]any); ok {
			for key, value := range b {
				a[key] = merge(a[key], value)
			}
			return a
		}
	case []any:
		if a, ok := a.([]any); ok && len(a) == len(b) {
			for i := range a {
				a[i] = merge(a[i], b[i])
			}
			return a
		}
	}
	return b
}

func (e *execution) field(o *object, s selection, path []any) (any, error) {
	if s.field == "__typename" {
		return o.typename, nil
	}
	value, ok := o.fields[s.field]
	if !ok {
		return nil, &invalidQuery{"undefinedField", fmt.Sprintf("Field '%s' doesn't exist on type '%s'", s.field, o.typename)}
	}
	if resolve, ok := value.(resolver); ok {
		arguments := map[string]any{}
		for name, argument := range s.arguments {
			arguments[name] = e.resolve(argument)
		}
		resolved, err := resolve(arguments)
		if err != nil {
			return nil, err
		}
		value = resolved
	} else if len(s.arguments) > 0 {
		return nil, &invalidQuery{"argumentNotAccepted", fmt.Sprintf("Field '%s' takes no arguments here", s.field)}
	}
	return e.value(value, s, path)
}

func (e *execution) value(value any, s selection, path []any) (any, error) {
	switch v := value.(type) {
	case *object:
		if v == nil {
			return nil, nil
		}
		if s.set == nil {
			return nil, &invalidQuery{"selectionMismatch", fmt.Sprintf("Field must have selections: '%s'", s.field)}
		}
		return e.object(v, s.set, path)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			selected, err := e.value(item, s, append(slices.Clone(path), i))
			if err != nil {
				return nil, err
			}
			list[i] = selected
		}
		return list, nil
	case refused:
		graph := graphError{Type: v.kind, Path: path, Message: v.message, Locations: []any{map[string]any{"line": 1, "column": 1}}}
		if v.saml {
			graph.Extensions = map[string]any{"saml_failure": true}
		}
		e.errors = append(e.errors, graph)
		return nil, nil
	}
	if s.set != nil && value != nil {
		return nil, &invalidQuery{"selectionMismatch", fmt.Sprintf("Selections can't be made on the scalar '%s'", s.field)}
	}
	return value, nil
}

// resolve puts values in the place of variables.
func (e *execution) resolve(value any) any {
	switch v := value.(type) {
	case variableName:
		return e.variables[string(v)]
	case enumValue:
		return string(v)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = e.resolve(item)
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for key, item := range v {
			object[key] = e.resolve(item)
		}
		return object
	}
	return value
}

// names reports whether a document asks for a field of this name anywhere.
func (d *document) names(field string) bool {
	var in func(set []selection) bool
	in = func(set []selection) bool {
		return slices.ContainsFunc(set, func(s selection) bool { return s.field == field || in(s.set) })
	}
	if in(d.set) {
		return true
	}
	for _, f := range d.fragments {
		if in(f.set) {
			return true
		}
	}
	return false
}

// connection returns the type of a paged list. More fields may be given for types that have some.
func connection(typename string, all []any, more map[string]any) resolver {
	return func(arguments map[string]any) (any, error) {
		shown, err := slicePage(all, arguments)
		if err != nil {
			return nil, err
		}
		fields := map[string]any{
			"totalCount": len(all), "nodes": shown,
			"pageInfo": &object{typename: "PageInfo", fields: map[string]any{
				"hasNextPage": len(shown) < len(all), "hasPreviousPage": false, "endCursor": nil, "startCursor": nil,
			}},
		}
		for name, value := range more {
			fields[name] = value
		}
		return &object{typename: typename, fields: fields}, nil
	}
}

// maxFirst is the largest page of GitHub's GraphQL.
const maxFirst = 100

// slicePage applies first and last, of which GitHub wants one.
func slicePage(all []any, arguments map[string]any) ([]any, error) {
	first, hasFirst := arguments["first"].(float64)
	last, hasLast := arguments["last"].(float64)
	switch {
	case hasFirst == hasLast:
		return nil, &invalidQuery{"", "You must provide a `first` or `last` value to properly paginate the connection."}
	case first > maxFirst || last > maxFirst || first < 0 || last < 0:
		return nil, &invalidQuery{"", fmt.Sprintf("Requesting more than the limit of %d records.", maxFirst)}
	case hasFirst:
		return all[:min(len(all), int(first))], nil
	}
	return all[max(0, len(all)-int(last)):], nil
}
