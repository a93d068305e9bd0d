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
    public enum Del: Tag { public static var name: StaticString { "del" } }
    public enum Bdi: Tag { public static var name: StaticString { "bdi" } }
    public enum Em: Tag { public static var name: StaticString { "em" } }
    public enum Small: Tag { public static var name: StaticString { "small" } }
    public enum Mark: Tag { public static var name: StaticString { "mark" } }
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

public func html<Content: View>(
    _ attributes: Attribute<Tags.Html>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Html, Content> { Element(attributes, content()) }

public func head<Content: View>(
    _ attributes: Attribute<Tags.Head>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Head, Content> { Element(attributes, content()) }

public func title<Content: View>(
    _ attributes: Attribute<Tags.Title>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Title, Content> { Element(attributes, content()) }

public func body<Content: View>(
    _ attributes: Attribute<Tags.Body>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Body, Content> { Element(attributes, content()) }

public func header<Content: View>(
    _ attributes: Attribute<Tags.Header>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Header, Content> { Element(attributes, content()) }

public func footer<Content: View>(
    _ attributes: Attribute<Tags.Footer>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Footer, Content> { Element(attributes, content()) }

public func main<Content: View>(
    _ attributes: Attribute<Tags.Main>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Main, Content> { Element(attributes, content()) }

public func nav<Content: View>(
    _ attributes: Attribute<Tags.Nav>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Nav, Content> { Element(attributes, content()) }

public func section<Content: View>(
    _ attributes: Attribute<Tags.Section>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Section, Content> { Element(attributes, content()) }

public func article<Content: View>(
    _ attributes: Attribute<Tags.Article>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Article, Content> { Element(attributes, content()) }

public func aside<Content: View>(
    _ attributes: Attribute<Tags.Aside>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Aside, Content> { Element(attributes, content()) }

public func div<Content: View>(
    _ attributes: Attribute<Tags.Div>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Div, Content> { Element(attributes, content()) }

public func p<Content: View>(
    _ attributes: Attribute<Tags.P>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.P, Content> { Element(attributes, content()) }

public func span<Content: View>(
    _ attributes: Attribute<Tags.Span>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Span, Content> { Element(attributes, content()) }

public func a<Content: View>(
    _ attributes: Attribute<Tags.A>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.A, Content> { Element(attributes, content()) }

public func strong<Content: View>(
    _ attributes: Attribute<Tags.Strong>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Strong, Content> { Element(attributes, content()) }

public func em<Content: View>(
    _ attributes: Attribute<Tags.Em>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Em, Content> { Element(attributes, content()) }

public func bdi<Content: View>(
    _ attributes: Attribute<Tags.Bdi>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Bdi, Content> { Element(attributes, content()) }

public func del<Content: View>(
    _ attributes: Attribute<Tags.Del>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Del, Content> { Element(attributes, content()) }

public func small<Content: View>(
    _ attributes: Attribute<Tags.Small>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Small, Content> { Element(attributes, content()) }

public func mark<Content: View>(
    _ attributes: Attribute<Tags.Mark>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Mark, Content> { Element(attributes, content()) }

public func h1<Content: View>(
    _ attributes: Attribute<Tags.H1>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.H1, Content> { Element(attributes, content()) }

public func h2<Content: View>(
    _ attributes: Attribute<Tags.H2>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.H2, Content> { Element(attributes, content()) }

public func h3<Content: View>(
    _ attributes: Attribute<Tags.H3>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.H3, Content> { Element(attributes, content()) }

public func ul<Content: View>(
    _ attributes: Attribute<Tags.Ul>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Ul, Content> { Element(attributes, content()) }

public func ol<Content: View>(
    _ attributes: Attribute<Tags.Ol>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Ol, Content> { Element(attributes, content()) }

public func li<Content: View>(
    _ attributes: Attribute<Tags.Li>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Li, Content> { Element(attributes, content()) }

public func dl<Content: View>(
    _ attributes: Attribute<Tags.Dl>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dl, Content> { Element(attributes, content()) }

public func dt<Content: View>(
    _ attributes: Attribute<Tags.Dt>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dt, Content> { Element(attributes, content()) }

public func dd<Content: View>(
    _ attributes: Attribute<Tags.Dd>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dd, Content> { Element(attributes, content()) }

public func form<Content: View>(
    _ attributes: Attribute<Tags.Form>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Form, Content> { Element(attributes, content()) }

public func label<Content: View>(
    _ attributes: Attribute<Tags.Label>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Label, Content> { Element(attributes, content()) }

public func button<Content: View>(
    _ attributes: Attribute<Tags.Button>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Button, Content> { Element(attributes, content()) }

public func textarea<Content: View>(
    _ attributes: Attribute<Tags.Textarea>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Textarea, Content> { Element(attributes, content()) }

public func select<Content: View>(
    _ attributes: Attribute<Tags.Select>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Select, Content> { Element(attributes, content()) }

public func option<Content: View>(
    _ attributes: Attribute<Tags.Option>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Option, Content> { Element(attributes, content()) }

public func fieldset<Content: View>(
    _ attributes: Attribute<Tags.Fieldset>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Fieldset, Content> { Element(attributes, content()) }

public func legend<Content: View>(
    _ attributes: Attribute<Tags.Legend>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Legend, Content> { Element(attributes, content()) }

public func time<Content: View>(
    _ attributes: Attribute<Tags.Time>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Time, Content> { Element(attributes, content()) }

public func blockquote<Content: View>(
    _ attributes: Attribute<Tags.Blockquote>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Blockquote, Content> { Element(attributes, content()) }

public func code<Content: View>(
    _ attributes: Attribute<Tags.Code>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Code, Content> { Element(attributes, content()) }

public func pre<Content: View>(
    _ attributes: Attribute<Tags.Pre>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Pre, Content> { Element(attributes, content()) }

public func details<Content: View>(
    _ attributes: Attribute<Tags.Details>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Details, Content> { Element(attributes, content()) }

public func summary<Content: View>(
    _ attributes: Attribute<Tags.Summary>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Summary, Content> { Element(attributes, content()) }

public func table<Content: View>(
    _ attributes: Attribute<Tags.Table>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Table, Content> { Element(attributes, content()) }

public func thead<Content: View>(
    _ attributes: Attribute<Tags.Thead>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Thead, Content> { Element(attributes, content()) }

public func tbody<Content: View>(
    _ attributes: Attribute<Tags.Tbody>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Tbody, Content> { Element(attributes, content()) }

public func tr<Content: View>(
    _ attributes: Attribute<Tags.Tr>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Tr, Content> { Element(attributes, content()) }

public func th<Content: View>(
    _ attributes: Attribute<Tags.Th>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Th, Content> { Element(attributes, content()) }

public func td<Content: View>(
    _ attributes: Attribute<Tags.Td>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Td, Content> { Element(attributes, content()) }

public func script<Content: View>(
    _ attributes: Attribute<Tags.Script>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Script, Content> { Element(attributes, content()) }

public func noscript<Content: View>(
    _ attributes: Attribute<Tags.Noscript>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Noscript, Content> { Element(attributes, content()) }

public func style<Content: View>(
    _ attributes: Attribute<Tags.Style>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Style, Content> { Element(attributes, content()) }

public func figure<Content: View>(
    _ attributes: Attribute<Tags.Figure>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Figure, Content> { Element(attributes, content()) }

public func figcaption<Content: View>(
    _ attributes: Attribute<Tags.Figcaption>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Figcaption, Content> { Element(attributes, content()) }

public func output<Content: View>(
    _ attributes: Attribute<Tags.Output>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Output, Content> { Element(attributes, content()) }

public func datalist<Content: View>(
    _ attributes: Attribute<Tags.Datalist>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Datalist, Content> { Element(attributes, content()) }

public func dialog<Content: View>(
    _ attributes: Attribute<Tags.Dialog>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dialog, Content> { Element(attributes, content()) }

public func template<Content: View>(
    _ attributes: Attribute<Tags.Template>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Template, Content> { Element(attributes, content()) }

public func progress<Content: View>(
    _ attributes: Attribute<Tags.Progress>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Progress, Content> { Element(attributes, content()) }
