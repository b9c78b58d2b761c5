package honest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"

	"vaultgraph/examples/loopback"
)

// A GraphQL is a schema.
type GraphQL struct {
	schema *ast.Schema
}

// LoadGraphQL reads a schema.
func LoadGraphQL(file string) (*GraphQL, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: file, Input: string(text)})
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	return &GraphQL{schema}, nil
}

// CheckRequest holds a query and its variables against the schema.
func (g *GraphQL) CheckRequest(e loopback.Exchange) error {
	_, err := g.operation(e)
	return err
}

// operation returns the query of a request.
func (g *GraphQL) operation(e loopback.Exchange) (*ast.OperationDefinition, error) {
	var asked struct {
		Query     string         `json:"query"`
		Variables map[string]any `json:"variables"`
	}
	decoder := json.NewDecoder(bytes.NewReader(e.Body))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&asked); err != nil {
		return nil, fmt.Errorf("request of %s: %w", e.URL, err)
	}
	doc, errs := gqlparser.LoadQueryWithRules(g.schema, asked.Query, nil)
	if len(errs) > 0 {
		return nil, fmt.Errorf("query: %w", errs)
	}
	if len(doc.Operations) != 1 {
		return nil, fmt.Errorf("the query has %d operations, want one", len(doc.Operations))
	}
	op := doc.Operations[0]
	if _, err := validator.VariableValues(g.schema, op, asked.Variables); err != nil {
		return nil, fmt.Errorf("variables: %w", err)
	}
	for name := range asked.Variables {
		if op.VariableDefinitions.ForName(name) == nil {
			return nil, fmt.Errorf("variables: $%s is not declared", name)
		}
	}
	return op, nil
}

// CheckAnswer holds the data of an answer against the query and the schema: what was selected is there, nothing else
// is, and every value is of its type.
func (g *GraphQL) CheckAnswer(e loopback.Exchange) error {
	op, err := g.operation(e)
	if err != nil {
		return err
	}
	var answer struct {
		Data   map[string]any `json:"data"`
		Errors []struct {
			Message string `json:"message"`
			Path    []any  `json:"path"`
		} `json:"errors"`
	}
	decoder := json.NewDecoder(bytes.NewReader(e.Answer))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		return fmt.Errorf("answer of %s: %w", e.URL, err)
	}
	for _, e := range answer.Errors {
		if e.Message == "" {
			return errors.New("an error of the answer has no message")
		}
	}
	if answer.Data == nil {
		if len(answer.Errors) == 0 {
			return errors.New("the answer has neither data nor errors")
		}
		return nil
	}
	return g.object(answer.Data, "Query", op.SelectionSet, "data")
}

// object holds an object of a concrete type against what was selected from it.
func (g *GraphQL) object(value map[string]any, typename string, set ast.SelectionSet, at string) error {
	selected := map[string]*ast.Field{}
	sets := map[string]ast.SelectionSet{}
	g.collect(typename, set, selected, sets)
	for alias := range value {
		if selected[alias] == nil {
			return fmt.Errorf("%s.%s was not asked for", at, alias)
		}
	}
	for alias, field := range selected {
		v, ok := value[alias]
		if !ok {
			return fmt.Errorf("%s.%s was asked for and is not there", at, alias)
		}
		fieldType := ast.NonNullNamedType("String", nil)
		if definition := g.schema.Types[typename].Fields.ForName(field.Name); definition != nil {
			fieldType = definition.Type
		} else if field.Name != "__typename" {
			return fmt.Errorf("%s.%s: %s has no field %s", at, alias, typename, field.Name)
		}
		if err := g.value(v, fieldType, sets[alias], at+"."+alias); err != nil {
			return err
		}
	}
	return nil
}

// collect gathers the fields that a set selects from an object of a type, and what is selected of each.
func (g *GraphQL) collect(typename string, set ast.SelectionSet, fields map[string]*ast.Field, sets map[string]ast.SelectionSet) {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			fields[s.Alias] = s
			sets[s.Alias] = append(append(ast.SelectionSet(nil), sets[s.Alias]...), s.SelectionSet...)
		case *ast.InlineFragment:
			if s.TypeCondition == "" || g.is(typename, s.TypeCondition) {
				g.collect(typename, s.SelectionSet, fields, sets)
			}
		case *ast.FragmentSpread:
			if g.is(typename, s.Definition.TypeCondition) {
				g.collect(typename, s.Definition.SelectionSet, fields, sets)
			}
		}
	}
}

// is reports whether a concrete type is, implements or belongs to another.
func (g *GraphQL) is(typename, other string) bool {
	if typename == other {
		return true
	}
	for _, possible := range g.schema.PossibleTypes[other] {
		if possible.Name == typename {
			return true
		}
	}
	return false
}

func (g *GraphQL) value(v any, t *ast.Type, set ast.SelectionSet, at string) error {
	if v == nil {
		if t.NonNull {
			return fmt.Errorf("%s is null, which %s does not allow", at, t)
		}
		return nil
	}
	if t.Elem != nil {
		list, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%s is no list", at)
		}
		for i, item := range list {
			if err := g.value(item, t.Elem, set, fmt.Sprintf("%s.%d", at, i)); err != nil {
				return err
			}
		}
		return nil
	}
	definition := g.schema.Types[t.NamedType]
	switch definition.Kind {
	case ast.Scalar:
		return scalar(v, t.NamedType, at)
	case ast.Enum:
		text, ok := v.(string)
		if !ok || definition.EnumValues.ForName(text) == nil {
			return fmt.Errorf("%s is %v, which is no %s", at, v, t.NamedType)
		}
		return nil
	}
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is no object", at)
	}
	if definition.Kind == ast.Object {
		return g.object(object, t.NamedType, set, at)
	}
	return g.abstract(object, t.NamedType, set, at)
}

// abstract holds an object against an interface or union: as the type that it says it is, or as any that fits.
func (g *GraphQL) abstract(object map[string]any, name string, set ast.SelectionSet, at string) error {
	said, _ := object["__typename"].(string)
	err := fmt.Errorf("%s: %s is no %s", at, said, name)
	for _, possible := range g.schema.PossibleTypes[name] {
		if said != "" && possible.Name != said {
			continue
		}
		if err = g.object(object, possible.Name, set, at); err == nil {
			return nil
		}
	}
	return err
}

var gitObjectID = regexp.MustCompile(`^[0-9a-f]{40}$`)

func scalar(v any, name, at string) error {
	text, isText := v.(string)
	number, isNumber := v.(json.Number)
	ok := isText
	switch name {
	case "Int":
		_, err := number.Int64()
		ok = isNumber && err == nil
	case "Float":
		ok = isNumber
	case "Boolean":
		_, ok = v.(bool)
	case "DateTime":
		_, err := time.Parse(time.RFC3339, text)
		ok = isText && err == nil
	case "URI":
		u, err := url.Parse(text)
		ok = isText && err == nil && u.IsAbs()
	case "GitObjectID":
		ok = gitObjectID.MatchString(text)
	}
	if !ok {
		return fmt.Errorf("%s is %v, which is no %s", at, v, name)
	}
	return nil
}
