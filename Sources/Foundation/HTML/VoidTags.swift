// One function for each element without content and end tag.

@inlinable public func meta(_ attributes: Attribute<Tags.Meta>...) -> VoidElement<Tags.Meta> { VoidElement(attributes) }

@inlinable public func link(_ attributes: Attribute<Tags.Link>...) -> VoidElement<Tags.Link> { VoidElement(attributes) }

@inlinable public func br(_ attributes: Attribute<Tags.Br>...) -> VoidElement<Tags.Br> { VoidElement(attributes) }

@inlinable public func hr(_ attributes: Attribute<Tags.Hr>...) -> VoidElement<Tags.Hr> { VoidElement(attributes) }

@inlinable public func img(_ attributes: Attribute<Tags.Img>...) -> VoidElement<Tags.Img> { VoidElement(attributes) }

@inlinable public func input(_ attributes: Attribute<Tags.Input>...) -> VoidElement<Tags.Input> {
    VoidElement(attributes)
}
