// A conversation's newest page in English, rendered from the backend's responses. The benchmark requires it to be
// byte-identical to Engawa's page; features that the test data does not use (markup, pictures, system events, direct
// conversations) are errors.

import { randomUUID } from 'node:crypto'
import { dayName, local, minute } from './moments.mjs'
import { escaped, excerpt, isEmojiOnly, nameOf, paragraphs } from './text.mjs'

export const pageSize = 50

// Messages further apart start a new group.
const groupSpan = 5 * minute

// The parts that are the same on everybody's pages, cut out of one of them.
export class Frame {
    constructor(page) {
        const cut = (from, to) => page.slice(page.indexOf(from), to && page.indexOf(to))
        this.head = cut('<meta name="viewport"', '<h1>')
        this.note = cut('<noscript><p class="zone-note">', '<main id="content"')
        this.box = cut('<div class="composer-row">', ' data-draft=')
        this.send = cut('</textarea>', '<template id="participants">')
        this.words = cut('</template></main>')
    }
}

export class ThreadPage {
    // messages: newest first, as the backend returns them
    // bookmarks: the viewer's, of all conversations
    // unread: the newest messages, as many as the backend counts after the viewer's read mark
    // zone: the viewer's time zone; without it the server's
    constructor(frame, { conversation, messages, bookmarks, unread, viewer, zone }) {
        if (conversation.type !== 'group') throw new Error('a conversation of two is not supported')
        this.frame = frame
        this.conversation = conversation
        this.path = `/conversations/${conversation.id}`
        this.messages = messages
        this.viewer = viewer
        this.zone = zone
        this.people = new Map(conversation.participants.map(({ user }) => [user.id, shown(user)]))
        this.byId = new Map(messages.map(message => [message.id, message]))
        this.bookmarked = new Set()
        for (const { conversationId, messageId } of bookmarks) {
            if (conversationId === conversation.id) this.bookmarked.add(messageId)
        }
        const fromOthers = unread.filter(({ senderUserId }) => senderUserId && senderUserId !== viewer)
        this.firstUnread = fromOthers.at(-1)?.id
        this.unread = fromOthers.length
    }

    html() {
        const { frame, path, messages } = this
        const title = escaped(nameOf(this.conversation))
        const active = this.conversation.participants.filter(({ leftAt }) => !leftAt).map(({ user }) => user)
        const members = active.length === 1 ? '1 member' : `${active.length} members`
        const unread = this.firstUnread ? ` data-unread="${this.unread}"` : ''
        return '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
            `<title>${title} · Engawa</title>${frame.head}<h1><bdi>${title}</bdi></h1>` +
            `<p><a href="${path}/members">${members}</a></p></div></header>${frame.note}` +
            `<main id="content" tabindex="-1"><div class="thread">${this.unreadBar()}${this.beginning()}` +
            '<section class="messages" aria-label="Messages" data-page="newest" ' +
            `data-read="${path}/read" data-typing="${path}/typing" ` +
            `data-conversation="${this.conversation.id}"${unread}>${this.groups()}</section><div id="latest"></div></div>` +
            `<form method="post" action="${path}/messages" class="composer" id="composer">` +
            `<input type="hidden" name="key" value="${randomUUID().replaceAll('-', '')}">` +
            `${frame.box} data-draft="${path}/draft">\n${frame.send}` +
            `<template id="participants">${this.mentionable(active)}${frame.words}`
    }

    // Shown where the first unread message is above the page.
    unreadBar() {
        const { path, messages, unread } = this
        if (messages.length === 0) return ''
        const isHidden = unread === 0 || this.byId.has(this.firstUnread)
        return `<div class="unread-bar"${isHidden ? ' hidden' : ''}><a href="${path}#new">↑ ${unread} new</a>` +
            `<form method="post" action="${path}/read"><input type="hidden" name="message" value="${messages[0].id}">` +
            '<button type="submit" name="then" value="newest">Mark as read</button></form></div>'
    }

    beginning() {
        const oldest = this.messages.at(-1)
        if (!oldest) return '<p class="beginning">No messages yet. Say the first word.</p>'
        if (this.messages.length < pageSize) return '<p class="beginning">This is where the conversation begins.</p>'
        return `<a class="older" href="${this.path}?before=${Date.parse(oldest.createdAt)}.${oldest.id
        }">Older messages</a>`
    }

    // The messages grouped by day, and consecutive messages of one person grouped together.
    groups() {
        const { messages, zone } = this
        const today = local(Date.now(), zone)
        let html = '', time = null, last = null
        for (let index = messages.length - 1; index >= 0; index--) {
            const message = messages[index], before = time?.day
            if (message.type !== 'text') throw new Error('events are not supported')
            const at = Date.parse(message.createdAt)
            if (!time || !time.holds(at)) time = local(at, zone)
            const isNewDay = time.day !== before, isFirstUnread = message.id === this.firstUnread
            const continues = last && last.sender === message.senderUserId && at < last.at + groupSpan &&
                !isNewDay && !isFirstUnread
            // The last message of a group shows the time, so a message is written once the next one is known.
            if (last) html += this.bubble(last, !continues)
            if (isNewDay) html += `<h2 class="day"><span>${dayName(time, today)}</span></h2>`
            if (isFirstUnread) html += '<p class="new-messages" id="new"><span>New messages</span></p>'
            last = { message, at, time, sender: message.senderUserId }
            const { own, other } = this.who(last.sender)
            if (!continues) html += last.sender === this.viewer ? own : other
        }
        return last ? html + this.bubble(last, true) : html
    }

    bubble({ message, at, time }, endsGroup) {
        const { id, text, createdAt, replyToMessageId, reactions } = message
        const clock = `<time class="time" datetime="${createdAt}">${time.clock}</time>`
        return `<div class="${isEmojiOnly(text) ? 'message emoji-only' : 'message'}" id="m-${id}" title="${time.full}">` +
            `<div class="bubble">${replyToMessageId ? this.quote(replyToMessageId) : ''}` +
            `<div class="text" dir="auto">${paragraphs(text)}</div></div>` +
            `${reactions.length > 0 ? this.reactions(message, at) : ''}` +
            `<div class="message-foot">${endsGroup ? clock : ''}` +
            `${this.bookmarked.has(id) ? '<span class="bookmarked">Bookmarked</span>' : ''}` +
            `<a class="more" href="${this.path}/messages/${id}?at=${at}#m-${id}">` +
            `<span class="unseen">Actions for this message</span></a></div></div>${endsGroup ? '</div></article>' : ''}`
    }

    quote(id) {
        const original = this.byId.get(id)
        const at = original ? `?at=${Date.parse(original.createdAt)}` : ''
        const said = original
            ? `<bdi>Reply to ${this.who(original.senderUserId).name}</bdi></span><span class="quote-text"><bdi>${
                escaped(excerpt(original.text))}</bdi>`
            : 'Reply: go to the original'
        return `<a class="quote" href="${this.path}/messages/${id}${at}#m-${id}"><span class="quote-author">${said
        }</span></a>`
    }

    // A button for each emoji, in the order of their first use.
    reactions({ id, reactions }, at) {
        const users = new Map()
        for (const { emoji, userId } of reactions) {
            const others = users.get(emoji)
            if (others) others.push(userId)
            else users.set(emoji, [userId])
        }
        let html = `<form method="post" action="${this.path}/messages/${id}/reactions?at=${at}" class="reactions">` +
            `<input type="hidden" name="return" value="${this.path}">`
        for (const [emoji, ids] of users) {
            const sign = escaped(emoji), isOwn = ids.includes(this.viewer)
            html += `<button type="submit" name="${isOwn ? 'remove' : 'add'}" value="${sign}" class="${
                isOwn ? 'reaction own' : 'reaction'}" title="${ids.map(id => this.who(id).name).join(', ')
            }" aria-pressed="${isOwn}">${sign} ${ids.length}</button>`
        }
        return html + '</form>'
    }

    mentionable(active) {
        return active.filter(({ id }) => id !== this.viewer)
            .sort((a, b) => compare(a.name, b.name) || compare(a.idAlias, b.idAlias))
            .map(({ id, idAlias }) => `<div data-alias="${idAlias}">${this.who(id).avatar}<span>${this.who(id).name
            }</span><span class="muted">@${idAlias}</span></div>`).join('')
    }

    who(id) {
        let person = this.people.get(id)
        if (!person) this.people.set(id, person = shown({ id, name: 'Former member' }))
        return person
    }
}

const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0

// The HTML of a person's name and initials, computed once for all of their messages.
const shown = ({ id, name: given, avatarUrl }) => {
    if (avatarUrl) throw new Error('pictures are not supported')
    const plain = nameOf({ name: given }), name = escaped(plain)
    const initial = plain === '' ? '?' : escaped(String.fromCodePoint(plain.codePointAt(0)).toUpperCase())
    let hash = 5381
    for (let index = 0; index < id.length; index++) hash = Math.imul(hash, 33) + id.charCodeAt(index) | 0
    const avatar = `<span class="avatar hue-${hash & 7}" aria-hidden="true">${initial}</span>`
    const profile = `<a href="/users/${id}"><bdi>${name}</bdi></a></h3>`
    return {
        name, avatar,
        own: `<article class="group mine"><div class="bubbles"><h3 class="author unseen">${profile}`,
        other: `<article class="group"><a class="portrait" tabindex="-1" aria-hidden="true" href="/users/${id}">${avatar}` +
            `</a><div class="bubbles"><h3 class="author">${profile}`,
    }
}
