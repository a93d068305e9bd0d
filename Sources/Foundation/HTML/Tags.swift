// One function for each element of WHATWG HTML that a page uses.

/// The elements by name.
public enum Tags {
    public enum Html: Tag { @inlinable public static var name: StaticString { "html" } }
    public enum Head: Tag { @inlinable public static var name: StaticString { "head" } }
    public enum Title: Tag { @inlinable public static var name: StaticString { "title" } }
    public enum Body: Tag { @inlinable public static var name: StaticString { "body" } }
    public enum Header: Tag { @inlinable public static var name: StaticString { "header" } }
    public enum Footer: Tag { @inlinable public static var name: StaticString { "footer" } }
    public enum Main: Tag { @inlinable public static var name: StaticString { "main" } }
    public enum Nav: Tag { @inlinable public static var name: StaticString { "nav" } }
    public enum Section: Tag { @inlinable public static var name: StaticString { "section" } }
    public enum Article: Tag { @inlinable public static var name: StaticString { "article" } }
    public enum Aside: Tag { @inlinable public static var name: StaticString { "aside" } }
    public enum Div: Tag { @inlinable public static var name: StaticString { "div" } }
    public enum P: Tag { @inlinable public static var name: StaticString { "p" } }
    public enum Span: Tag { @inlinable public static var name: StaticString { "span" } }
    public enum A: Tag { @inlinable public static var name: StaticString { "a" } }
    public enum Strong: Tag { @inlinable public static var name: StaticString { "strong" } }
    public enum Del: Tag { @inlinable public static var name: StaticString { "del" } }
    public enum Bdi: Tag { @inlinable public static var name: StaticString { "bdi" } }
    public enum Em: Tag { @inlinable public static var name: StaticString { "em" } }
    public enum Small: Tag { @inlinable public static var name: StaticString { "small" } }
    public enum Mark: Tag { @inlinable public static var name: StaticString { "mark" } }
    public enum H1: Tag { @inlinable public static var name: StaticString { "h1" } }
    public enum H2: Tag { @inlinable public static var name: StaticString { "h2" } }
    public enum H3: Tag { @inlinable public static var name: StaticString { "h3" } }
    public enum Ul: Tag { @inlinable public static var name: StaticString { "ul" } }
    public enum Ol: Tag { @inlinable public static var name: StaticString { "ol" } }
    public enum Li: Tag { @inlinable public static var name: StaticString { "li" } }
    public enum Dl: Tag { @inlinable public static var name: StaticString { "dl" } }
    public enum Dt: Tag { @inlinable public static var name: StaticString { "dt" } }
    public enum Dd: Tag { @inlinable public static var name: StaticString { "dd" } }
    public enum Form: Tag { @inlinable public static var name: StaticString { "form" } }
    public enum Label: Tag { @inlinable public static var name: StaticString { "label" } }
    public enum Button: Tag { @inlinable public static var name: StaticString { "button" } }
    public enum Textarea: Tag { @inlinable public static var name: StaticString { "textarea" } }
    public enum Select: Tag { @inlinable public static var name: StaticString { "select" } }
    public enum Option: Tag { @inlinable public static var name: StaticString { "option" } }
    public enum Fieldset: Tag { @inlinable public static var name: StaticString { "fieldset" } }
    public enum Legend: Tag { @inlinable public static var name: StaticString { "legend" } }
    public enum Time: Tag { @inlinable public static var name: StaticString { "time" } }
    public enum Blockquote: Tag { @inlinable public static var name: StaticString { "blockquote" } }
    public enum Code: Tag { @inlinable public static var name: StaticString { "code" } }
    public enum Pre: Tag { @inlinable public static var name: StaticString { "pre" } }
    public enum Details: Tag { @inlinable public static var name: StaticString { "details" } }
    public enum Summary: Tag { @inlinable public static var name: StaticString { "summary" } }
    public enum Table: Tag { @inlinable public static var name: StaticString { "table" } }
    public enum Thead: Tag { @inlinable public static var name: StaticString { "thead" } }
    public enum Tbody: Tag { @inlinable public static var name: StaticString { "tbody" } }
    public enum Tr: Tag { @inlinable public static var name: StaticString { "tr" } }
    public enum Th: Tag { @inlinable public static var name: StaticString { "th" } }
    public enum Td: Tag { @inlinable public static var name: StaticString { "td" } }
    public enum Script: Tag { @inlinable public static var name: StaticString { "script" } }
    /// SVG 2 §5.1, §9.
    public enum Svg: Tag { @inlinable public static var name: StaticString { "svg" } }
    public enum SvgPath: Tag { @inlinable public static var name: StaticString { "path" } }
    public enum Noscript: Tag { @inlinable public static var name: StaticString { "noscript" } }
    public enum Style: Tag { @inlinable public static var name: StaticString { "style" } }
    public enum Figure: Tag { @inlinable public static var name: StaticString { "figure" } }
    public enum Figcaption: Tag { @inlinable public static var name: StaticString { "figcaption" } }
    public enum Output: Tag { @inlinable public static var name: StaticString { "output" } }
    public enum Datalist: Tag { @inlinable public static var name: StaticString { "datalist" } }
    public enum Dialog: Tag { @inlinable public static var name: StaticString { "dialog" } }
    public enum Template: Tag { @inlinable public static var name: StaticString { "template" } }
    public enum Progress: Tag { @inlinable public static var name: StaticString { "progress" } }
    public enum Meta: Tag { @inlinable public static var name: StaticString { "meta" } }
    public enum Link: Tag { @inlinable public static var name: StaticString { "link" } }
    public enum Br: Tag { @inlinable public static var name: StaticString { "br" } }
    public enum Hr: Tag { @inlinable public static var name: StaticString { "hr" } }
    public enum Img: Tag { @inlinable public static var name: StaticString { "img" } }
    public enum Input: Tag { @inlinable public static var name: StaticString { "input" } }
}

@inlinable public func html<Content: View>(
    _ attributes: Attribute<Tags.Html>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Html, Content> { Element(attributes, content()) }

@inlinable public func head<Content: View>(
    _ attributes: Attribute<Tags.Head>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Head, Content> { Element(attributes, content()) }

@inlinable public func title<Content: View>(
    _ attributes: Attribute<Tags.Title>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Title, Content> { Element(attributes, content()) }

@inlinable public func body<Content: View>(
    _ attributes: Attribute<Tags.Body>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Body, Content> { Element(attributes, content()) }

@inlinable public func header<Content: View>(
    _ attributes: Attribute<Tags.Header>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Header, Content> { Element(attributes, content()) }

@inlinable public func footer<Content: View>(
    _ attributes: Attribute<Tags.Footer>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Footer, Content> { Element(attributes, content()) }

@inlinable public func main<Content: View>(
    _ attributes: Attribute<Tags.Main>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Main, Content> { Element(attributes, content()) }

@inlinable public func nav<Content: View>(
    _ attributes: Attribute<Tags.Nav>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Nav, Content> { Element(attributes, content()) }

@inlinable public func section<Content: View>(
    _ attributes: Attribute<Tags.Section>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Section, Content> { Element(attributes, content()) }

@inlinable public func article<Content: View>(
    _ attributes: Attribute<Tags.Article>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Article, Content> { Element(attributes, content()) }

@inlinable public func aside<Content: View>(
    _ attributes: Attribute<Tags.Aside>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Aside, Content> { Element(attributes, content()) }

@inlinable public func div<Content: View>(
    _ attributes: Attribute<Tags.Div>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Div, Content> { Element(attributes, content()) }

@inlinable public func p<Content: View>(
    _ attributes: Attribute<Tags.P>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.P, Content> { Element(attributes, content()) }

@inlinable public func span<Content: View>(
    _ attributes: Attribute<Tags.Span>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Span, Content> { Element(attributes, content()) }

@inlinable public func a<Content: View>(
    _ attributes: Attribute<Tags.A>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.A, Content> { Element(attributes, content()) }

@inlinable public func strong<Content: View>(
    _ attributes: Attribute<Tags.Strong>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Strong, Content> { Element(attributes, content()) }

@inlinable public func em<Content: View>(
    _ attributes: Attribute<Tags.Em>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Em, Content> { Element(attributes, content()) }

@inlinable public func bdi<Content: View>(
    _ attributes: Attribute<Tags.Bdi>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Bdi, Content> { Element(attributes, content()) }

@inlinable public func del<Content: View>(
    _ attributes: Attribute<Tags.Del>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Del, Content> { Element(attributes, content()) }

@inlinable public func small<Content: View>(
    _ attributes: Attribute<Tags.Small>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Small, Content> { Element(attributes, content()) }

@inlinable public func mark<Content: View>(
    _ attributes: Attribute<Tags.Mark>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Mark, Content> { Element(attributes, content()) }

@inlinable public func h1<Content: View>(
    _ attributes: Attribute<Tags.H1>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.H1, Content> { Element(attributes, content()) }

@inlinable public func h2<Content: View>(
    _ attributes: Attribute<Tags.H2>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.H2, Content> { Element(attributes, content()) }

@inlinable public func h3<Content: View>(
    _ attributes: Attribute<Tags.H3>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.H3, Content> { Element(attributes, content()) }

@inlinable public func ul<Content: View>(
    _ attributes: Attribute<Tags.Ul>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Ul, Content> { Element(attributes, content()) }

@inlinable public func ol<Content: View>(
    _ attributes: Attribute<Tags.Ol>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Ol, Content> { Element(attributes, content()) }

@inlinable public func li<Content: View>(
    _ attributes: Attribute<Tags.Li>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Li, Content> { Element(attributes, content()) }

@inlinable public func dl<Content: View>(
    _ attributes: Attribute<Tags.Dl>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dl, Content> { Element(attributes, content()) }

@inlinable public func dt<Content: View>(
    _ attributes: Attribute<Tags.Dt>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dt, Content> { Element(attributes, content()) }

@inlinable public func dd<Content: View>(
    _ attributes: Attribute<Tags.Dd>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dd, Content> { Element(attributes, content()) }

@inlinable public func form<Content: View>(
    _ attributes: Attribute<Tags.Form>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Form, Content> { Element(attributes, content()) }

@inlinable public func label<Content: View>(
    _ attributes: Attribute<Tags.Label>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Label, Content> { Element(attributes, content()) }

@inlinable public func button<Content: View>(
    _ attributes: Attribute<Tags.Button>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Button, Content> { Element(attributes, content()) }

@inlinable public func textarea<Content: View>(
    _ attributes: Attribute<Tags.Textarea>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Textarea, Content> { Element(attributes, content()) }

@inlinable public func select<Content: View>(
    _ attributes: Attribute<Tags.Select>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Select, Content> { Element(attributes, content()) }

@inlinable public func option<Content: View>(
    _ attributes: Attribute<Tags.Option>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Option, Content> { Element(attributes, content()) }

@inlinable public func fieldset<Content: View>(
    _ attributes: Attribute<Tags.Fieldset>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Fieldset, Content> { Element(attributes, content()) }

@inlinable public func legend<Content: View>(
    _ attributes: Attribute<Tags.Legend>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Legend, Content> { Element(attributes, content()) }

@inlinable public func time<Content: View>(
    _ attributes: Attribute<Tags.Time>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Time, Content> { Element(attributes, content()) }

@inlinable public func blockquote<Content: View>(
    _ attributes: Attribute<Tags.Blockquote>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Blockquote, Content> { Element(attributes, content()) }

@inlinable public func code<Content: View>(
    _ attributes: Attribute<Tags.Code>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Code, Content> { Element(attributes, content()) }

@inlinable public func pre<Content: View>(
    _ attributes: Attribute<Tags.Pre>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Pre, Content> { Element(attributes, content()) }

@inlinable public func details<Content: View>(
    _ attributes: Attribute<Tags.Details>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Details, Content> { Element(attributes, content()) }

@inlinable public func summary<Content: View>(
    _ attributes: Attribute<Tags.Summary>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Summary, Content> { Element(attributes, content()) }

@inlinable public func table<Content: View>(
    _ attributes: Attribute<Tags.Table>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Table, Content> { Element(attributes, content()) }

@inlinable public func thead<Content: View>(
    _ attributes: Attribute<Tags.Thead>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Thead, Content> { Element(attributes, content()) }

@inlinable public func tbody<Content: View>(
    _ attributes: Attribute<Tags.Tbody>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Tbody, Content> { Element(attributes, content()) }

@inlinable public func tr<Content: View>(
    _ attributes: Attribute<Tags.Tr>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Tr, Content> { Element(attributes, content()) }

@inlinable public func th<Content: View>(
    _ attributes: Attribute<Tags.Th>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Th, Content> { Element(attributes, content()) }

@inlinable public func td<Content: View>(
    _ attributes: Attribute<Tags.Td>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Td, Content> { Element(attributes, content()) }

@inlinable public func script<Content: View>(
    _ attributes: Attribute<Tags.Script>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Script, Content> { Element(attributes, content()) }

@inlinable public func svg<Content: View>(
    _ attributes: Attribute<Tags.Svg>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Svg, Content> { Element(attributes, content()) }

@inlinable public func svgPath<Content: View>(
    _ attributes: Attribute<Tags.SvgPath>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.SvgPath, Content> { Element(attributes, content()) }

@inlinable public func noscript<Content: View>(
    _ attributes: Attribute<Tags.Noscript>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Noscript, Content> { Element(attributes, content()) }

@inlinable public func style<Content: View>(
    _ attributes: Attribute<Tags.Style>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Style, Content> { Element(attributes, content()) }

@inlinable public func figure<Content: View>(
    _ attributes: Attribute<Tags.Figure>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Figure, Content> { Element(attributes, content()) }

@inlinable public func figcaption<Content: View>(
    _ attributes: Attribute<Tags.Figcaption>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Figcaption, Content> { Element(attributes, content()) }

@inlinable public func output<Content: View>(
    _ attributes: Attribute<Tags.Output>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Output, Content> { Element(attributes, content()) }

@inlinable public func datalist<Content: View>(
    _ attributes: Attribute<Tags.Datalist>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Datalist, Content> { Element(attributes, content()) }

@inlinable public func dialog<Content: View>(
    _ attributes: Attribute<Tags.Dialog>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Dialog, Content> { Element(attributes, content()) }

@inlinable public func template<Content: View>(
    _ attributes: Attribute<Tags.Template>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Template, Content> { Element(attributes, content()) }

@inlinable public func progress<Content: View>(
    _ attributes: Attribute<Tags.Progress>..., @ViewBuilder content: () -> Content = { EmptyView() }
) -> Element<Tags.Progress, Content> { Element(attributes, content()) }
