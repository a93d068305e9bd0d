// One function for each element of WHATWG HTML that a page uses.

/// The elements by name.
public enum Tags {
    public enum Html: Tag { public static var name: StaticString { "html" } }
    public enum Head: Tag { public static var name: StaticString { "head" } }
    public enum Title: Tag { public static var name: StaticString { "title" } }
    public enum Body: Tag { public static var name: StaticString { "body" } }
    public enum Header: Tag { public static var name: StaticString { "header" } }
    public enum Footer: Tag { public static var name: StaticString { "footer" } }
    public enum Main: Tag { public static var name: StaticString { "main" } }
    public enum Nav: Tag { public static var name: StaticString { "nav" } }
    public enum Section: Tag { public static var name: StaticString { "section" } }
    public enum Article: Tag { public static var name: StaticString { "article" } }
    public enum Aside: Tag { public static var name: StaticString { "aside" } }
    public enum Div: Tag { public static var name: StaticString { "div" } }
    public enum P: Tag { public static var name: StaticString { "p" } }
    public enum Span: Tag { public static var name: StaticString { "span" } }
    public enum A: Tag { public static var name: StaticString { "a" } }
    public enum Strong: Tag { public static var name: StaticString { "strong" } }
    public enum Em: Tag { public static var name: StaticString { "em" } }
    public enum Small: Tag { public static var name: StaticString { "small" } }
    public enum H1: Tag { public static var name: StaticString { "h1" } }
    public enum H2: Tag { public static var name: StaticString { "h2" } }
    public enum H3: Tag { public static var name: StaticString { "h3" } }
    public enum Ul: Tag { public static var name: StaticString { "ul" } }
    public enum Ol: Tag { public static var name: StaticString { "ol" } }
    public enum Li: Tag { public static var name: StaticString { "li" } }
    public enum Dl: Tag { public static var name: StaticString { "dl" } }
    public enum Dt: Tag { public static var name: StaticString { "dt" } }
    public enum Dd: Tag { public static var name: StaticString { "dd" } }
    public enum Form: Tag { public static var name: StaticString { "form" } }
    public enum Label: Tag { public static var name: StaticString { "label" } }
    public enum Button: Tag { public static var name: StaticString { "button" } }
    public enum Textarea: Tag { public static var name: StaticString { "textarea" } }
    public enum Select: Tag { public static var name: StaticString { "select" } }
    public enum Option: Tag { public static var name: StaticString { "option" } }
    public enum Fieldset: Tag { public static var name: StaticString { "fieldset" } }
    public enum Legend: Tag { public static var name: StaticString { "legend" } }
    public enum Time: Tag { public static var name: StaticString { "time" } }
    public enum Blockquote: Tag { public static var name: StaticString { "blockquote" } }
    public enum Code: Tag { public static var name: StaticString { "code" } }
    public enum Pre: Tag { public static var name: StaticString { "pre" } }
    public enum Details: Tag { public static var name: StaticString { "details" } }
    public enum Summary: Tag { public static var name: StaticString { "summary" } }
    public enum Table: Tag { public static var name: StaticString { "table" } }
    public enum Thead: Tag { public static var name: StaticString { "thead" } }
    public enum Tbody: Tag { public static var name: StaticString { "tbody" } }
    public enum Tr: Tag { public static var name: StaticString { "tr" } }
    public enum Th: Tag { public static var name: StaticString { "th" } }
    public enum Td: Tag { public static var name: StaticString { "td" } }
    public enum Script: Tag { public static var name: StaticString { "script" } }
    public enum Noscript: Tag { public static var name: StaticString { "noscript" } }
    public enum Style: Tag { public static var name: StaticString { "style" } }
    public enum Figure: Tag { public static var name: StaticString { "figure" } }
    public enum Figcaption: Tag { public static var name: StaticString { "figcaption" } }
    public enum Output: Tag { public static var name: StaticString { "output" } }
    public enum Datalist: Tag { public static var name: StaticString { "datalist" } }
    public enum Dialog: Tag { public static var name: StaticString { "dialog" } }
    public enum Template: Tag { public static var name: StaticString { "template" } }
    public enum Progress: Tag { public static var name: StaticString { "progress" } }
    public enum Meta: Tag { public static var name: StaticString { "meta" } }
    public enum Link: Tag { public static var name: StaticString { "link" } }
    public enum Br: Tag { public static var name: StaticString { "br" } }
    public enum Hr: Tag { public static var name: StaticString { "hr" } }
    public enum Img: Tag { public static var name: StaticString { "img" } }
    public enum Input: Tag { public static var name: StaticString { "input" } }
}

public func html<Content: HTML>(
    _ attributes: Attribute<Tags.Html>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Html, Content> { Element(attributes, content()) }

public func head<Content: HTML>(
    _ attributes: Attribute<Tags.Head>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Head, Content> { Element(attributes, content()) }

public func title<Content: HTML>(
    _ attributes: Attribute<Tags.Title>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Title, Content> { Element(attributes, content()) }

public func body<Content: HTML>(
    _ attributes: Attribute<Tags.Body>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Body, Content> { Element(attributes, content()) }

public func header<Content: HTML>(
    _ attributes: Attribute<Tags.Header>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Header, Content> { Element(attributes, content()) }

public func footer<Content: HTML>(
    _ attributes: Attribute<Tags.Footer>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Footer, Content> { Element(attributes, content()) }

public func main<Content: HTML>(
    _ attributes: Attribute<Tags.Main>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Main, Content> { Element(attributes, content()) }

public func nav<Content: HTML>(
    _ attributes: Attribute<Tags.Nav>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Nav, Content> { Element(attributes, content()) }

public func section<Content: HTML>(
    _ attributes: Attribute<Tags.Section>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Section, Content> { Element(attributes, content()) }

public func article<Content: HTML>(
    _ attributes: Attribute<Tags.Article>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Article, Content> { Element(attributes, content()) }

public func aside<Content: HTML>(
    _ attributes: Attribute<Tags.Aside>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Aside, Content> { Element(attributes, content()) }

public func div<Content: HTML>(
    _ attributes: Attribute<Tags.Div>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Div, Content> { Element(attributes, content()) }

public func p<Content: HTML>(
    _ attributes: Attribute<Tags.P>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.P, Content> { Element(attributes, content()) }

public func span<Content: HTML>(
    _ attributes: Attribute<Tags.Span>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Span, Content> { Element(attributes, content()) }

public func a<Content: HTML>(
    _ attributes: Attribute<Tags.A>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.A, Content> { Element(attributes, content()) }

public func strong<Content: HTML>(
    _ attributes: Attribute<Tags.Strong>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Strong, Content> { Element(attributes, content()) }

public func em<Content: HTML>(
    _ attributes: Attribute<Tags.Em>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Em, Content> { Element(attributes, content()) }

public func small<Content: HTML>(
    _ attributes: Attribute<Tags.Small>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Small, Content> { Element(attributes, content()) }

public func h1<Content: HTML>(
    _ attributes: Attribute<Tags.H1>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.H1, Content> { Element(attributes, content()) }

public func h2<Content: HTML>(
    _ attributes: Attribute<Tags.H2>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.H2, Content> { Element(attributes, content()) }

public func h3<Content: HTML>(
    _ attributes: Attribute<Tags.H3>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.H3, Content> { Element(attributes, content()) }

public func ul<Content: HTML>(
    _ attributes: Attribute<Tags.Ul>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Ul, Content> { Element(attributes, content()) }

public func ol<Content: HTML>(
    _ attributes: Attribute<Tags.Ol>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Ol, Content> { Element(attributes, content()) }

public func li<Content: HTML>(
    _ attributes: Attribute<Tags.Li>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Li, Content> { Element(attributes, content()) }

public func dl<Content: HTML>(
    _ attributes: Attribute<Tags.Dl>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Dl, Content> { Element(attributes, content()) }

public func dt<Content: HTML>(
    _ attributes: Attribute<Tags.Dt>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Dt, Content> { Element(attributes, content()) }

public func dd<Content: HTML>(
    _ attributes: Attribute<Tags.Dd>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Dd, Content> { Element(attributes, content()) }

public func form<Content: HTML>(
    _ attributes: Attribute<Tags.Form>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Form, Content> { Element(attributes, content()) }

public func label<Content: HTML>(
    _ attributes: Attribute<Tags.Label>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Label, Content> { Element(attributes, content()) }

public func button<Content: HTML>(
    _ attributes: Attribute<Tags.Button>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Button, Content> { Element(attributes, content()) }

public func textarea<Content: HTML>(
    _ attributes: Attribute<Tags.Textarea>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Textarea, Content> { Element(attributes, content()) }

public func select<Content: HTML>(
    _ attributes: Attribute<Tags.Select>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Select, Content> { Element(attributes, content()) }

public func option<Content: HTML>(
    _ attributes: Attribute<Tags.Option>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Option, Content> { Element(attributes, content()) }

public func fieldset<Content: HTML>(
    _ attributes: Attribute<Tags.Fieldset>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Fieldset, Content> { Element(attributes, content()) }

public func legend<Content: HTML>(
    _ attributes: Attribute<Tags.Legend>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Legend, Content> { Element(attributes, content()) }

public func time<Content: HTML>(
    _ attributes: Attribute<Tags.Time>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Time, Content> { Element(attributes, content()) }

public func blockquote<Content: HTML>(
    _ attributes: Attribute<Tags.Blockquote>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Blockquote, Content> { Element(attributes, content()) }

public func code<Content: HTML>(
    _ attributes: Attribute<Tags.Code>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Code, Content> { Element(attributes, content()) }

public func pre<Content: HTML>(
    _ attributes: Attribute<Tags.Pre>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Pre, Content> { Element(attributes, content()) }

public func details<Content: HTML>(
    _ attributes: Attribute<Tags.Details>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Details, Content> { Element(attributes, content()) }

public func summary<Content: HTML>(
    _ attributes: Attribute<Tags.Summary>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Summary, Content> { Element(attributes, content()) }

public func table<Content: HTML>(
    _ attributes: Attribute<Tags.Table>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Table, Content> { Element(attributes, content()) }

public func thead<Content: HTML>(
    _ attributes: Attribute<Tags.Thead>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Thead, Content> { Element(attributes, content()) }

public func tbody<Content: HTML>(
    _ attributes: Attribute<Tags.Tbody>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Tbody, Content> { Element(attributes, content()) }

public func tr<Content: HTML>(
    _ attributes: Attribute<Tags.Tr>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Tr, Content> { Element(attributes, content()) }

public func th<Content: HTML>(
    _ attributes: Attribute<Tags.Th>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Th, Content> { Element(attributes, content()) }

public func td<Content: HTML>(
    _ attributes: Attribute<Tags.Td>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Td, Content> { Element(attributes, content()) }

public func script<Content: HTML>(
    _ attributes: Attribute<Tags.Script>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Script, Content> { Element(attributes, content()) }

public func noscript<Content: HTML>(
    _ attributes: Attribute<Tags.Noscript>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Noscript, Content> { Element(attributes, content()) }

public func style<Content: HTML>(
    _ attributes: Attribute<Tags.Style>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Style, Content> { Element(attributes, content()) }

public func figure<Content: HTML>(
    _ attributes: Attribute<Tags.Figure>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Figure, Content> { Element(attributes, content()) }

public func figcaption<Content: HTML>(
    _ attributes: Attribute<Tags.Figcaption>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Figcaption, Content> { Element(attributes, content()) }

public func output<Content: HTML>(
    _ attributes: Attribute<Tags.Output>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Output, Content> { Element(attributes, content()) }

public func datalist<Content: HTML>(
    _ attributes: Attribute<Tags.Datalist>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Datalist, Content> { Element(attributes, content()) }

public func dialog<Content: HTML>(
    _ attributes: Attribute<Tags.Dialog>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Dialog, Content> { Element(attributes, content()) }

public func template<Content: HTML>(
    _ attributes: Attribute<Tags.Template>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Template, Content> { Element(attributes, content()) }

public func progress<Content: HTML>(
    _ attributes: Attribute<Tags.Progress>..., @HTMLBuilder content: () -> Content = { EmptyHTML() }
) -> Element<Tags.Progress, Content> { Element(attributes, content()) }

public func meta(_ attributes: Attribute<Tags.Meta>...) -> VoidElement<Tags.Meta> { VoidElement(attributes) }

public func link(_ attributes: Attribute<Tags.Link>...) -> VoidElement<Tags.Link> { VoidElement(attributes) }

public func br(_ attributes: Attribute<Tags.Br>...) -> VoidElement<Tags.Br> { VoidElement(attributes) }

public func hr(_ attributes: Attribute<Tags.Hr>...) -> VoidElement<Tags.Hr> { VoidElement(attributes) }

public func img(_ attributes: Attribute<Tags.Img>...) -> VoidElement<Tags.Img> { VoidElement(attributes) }

public func input(_ attributes: Attribute<Tags.Input>...) -> VoidElement<Tags.Input> { VoidElement(attributes) }
