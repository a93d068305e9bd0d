/// The elements of WHATWG HTML that pages use, by name.
public enum Tags {
    public enum Html: Tag { @inlinable public static var name: StaticString { "html" } }
    public enum Head: Tag { @inlinable public static var name: StaticString { "head" } }
    public enum Title: Tag { @inlinable public static var name: StaticString { "title" } }
    public enum Body: Tag { @inlinable public static var name: StaticString { "body" } }
    public enum Header: Tag { @inlinable public static var name: StaticString { "header" } }
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
    public enum Caption: Tag { @inlinable public static var name: StaticString { "caption" } }
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
    public enum Template: Tag { @inlinable public static var name: StaticString { "template" } }
    public enum Progress: Tag { @inlinable public static var name: StaticString { "progress" } }
    public enum Meta: Tag { @inlinable public static var name: StaticString { "meta" } }
    public enum Link: Tag { @inlinable public static var name: StaticString { "link" } }
    public enum Br: Tag { @inlinable public static var name: StaticString { "br" } }
    public enum Img: Tag { @inlinable public static var name: StaticString { "img" } }
    public enum Input: Tag { @inlinable public static var name: StaticString { "input" } }
}

// What views call the elements: `div(.class("x")) { "text" }`.

public typealias html<Content: View> = Element<Tags.Html, Content>
public typealias head<Content: View> = Element<Tags.Head, Content>
public typealias title<Content: View> = Element<Tags.Title, Content>
public typealias body<Content: View> = Element<Tags.Body, Content>
public typealias header<Content: View> = Element<Tags.Header, Content>
public typealias main<Content: View> = Element<Tags.Main, Content>
public typealias nav<Content: View> = Element<Tags.Nav, Content>
public typealias section<Content: View> = Element<Tags.Section, Content>
public typealias article<Content: View> = Element<Tags.Article, Content>
public typealias aside<Content: View> = Element<Tags.Aside, Content>
public typealias div<Content: View> = Element<Tags.Div, Content>
public typealias p<Content: View> = Element<Tags.P, Content>
public typealias span<Content: View> = Element<Tags.Span, Content>
public typealias a<Content: View> = Element<Tags.A, Content>
public typealias strong<Content: View> = Element<Tags.Strong, Content>
public typealias em<Content: View> = Element<Tags.Em, Content>
public typealias bdi<Content: View> = Element<Tags.Bdi, Content>
public typealias del<Content: View> = Element<Tags.Del, Content>
public typealias mark<Content: View> = Element<Tags.Mark, Content>
public typealias h1<Content: View> = Element<Tags.H1, Content>
public typealias h2<Content: View> = Element<Tags.H2, Content>
public typealias h3<Content: View> = Element<Tags.H3, Content>
public typealias ul<Content: View> = Element<Tags.Ul, Content>
public typealias ol<Content: View> = Element<Tags.Ol, Content>
public typealias li<Content: View> = Element<Tags.Li, Content>
public typealias dl<Content: View> = Element<Tags.Dl, Content>
public typealias dt<Content: View> = Element<Tags.Dt, Content>
public typealias dd<Content: View> = Element<Tags.Dd, Content>
public typealias form<Content: View> = Element<Tags.Form, Content>
public typealias label<Content: View> = Element<Tags.Label, Content>
public typealias button<Content: View> = Element<Tags.Button, Content>
public typealias textarea<Content: View> = Element<Tags.Textarea, Content>
public typealias select<Content: View> = Element<Tags.Select, Content>
public typealias option<Content: View> = Element<Tags.Option, Content>
public typealias fieldset<Content: View> = Element<Tags.Fieldset, Content>
public typealias legend<Content: View> = Element<Tags.Legend, Content>
public typealias time<Content: View> = Element<Tags.Time, Content>
public typealias blockquote<Content: View> = Element<Tags.Blockquote, Content>
public typealias code<Content: View> = Element<Tags.Code, Content>
public typealias pre<Content: View> = Element<Tags.Pre, Content>
public typealias details<Content: View> = Element<Tags.Details, Content>
public typealias summary<Content: View> = Element<Tags.Summary, Content>
public typealias table<Content: View> = Element<Tags.Table, Content>
public typealias caption<Content: View> = Element<Tags.Caption, Content>
public typealias thead<Content: View> = Element<Tags.Thead, Content>
public typealias tbody<Content: View> = Element<Tags.Tbody, Content>
public typealias tr<Content: View> = Element<Tags.Tr, Content>
public typealias th<Content: View> = Element<Tags.Th, Content>
public typealias td<Content: View> = Element<Tags.Td, Content>
public typealias script<Content: View> = Element<Tags.Script, Content>
public typealias svg<Content: View> = Element<Tags.Svg, Content>
public typealias svgPath<Content: View> = Element<Tags.SvgPath, Content>
public typealias noscript<Content: View> = Element<Tags.Noscript, Content>
public typealias template<Content: View> = Element<Tags.Template, Content>
public typealias progress<Content: View> = Element<Tags.Progress, Content>

public typealias meta = VoidElement<Tags.Meta>
public typealias link = VoidElement<Tags.Link>
public typealias br = VoidElement<Tags.Br>
public typealias img = VoidElement<Tags.Img>
public typealias input = VoidElement<Tags.Input>
