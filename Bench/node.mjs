// The same page served by Node's `http` module with two workers: session check, the same requests to the same backend
// (membership first, the others concurrently), decode, render (thread.mjs), hash for the ETag, write.
//
//     node node.mjs PORT CONFIGURATION

import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { Frame, pageSize, ThreadPage } from './thread.mjs'

const workers = 2
const [port, path] = process.argv.slice(2)
const configuration = JSON.parse(readFileSync(path, 'utf8'))

if (cluster.isPrimary) {
    for (let i = 0; i < workers; i++) cluster.fork()
    const stop = () => {
        for (const worker of Object.values(cluster.workers)) worker.kill()
        process.exit(0)
    }
    process.on('SIGTERM', stop)
} else {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
    const backend = new URL(configuration.backend)
    const hash = token => createHash('sha256').update(token).digest('base64')
    const sessions = new Map(configuration.sessions.map(({ token, user }) => [hash(token), { user, until: Infinity }]))

    const frame = new Frame(configuration.page)

    const ask = (method, path, body) => new Promise((resolve, reject) => {
        const headers = body ? { 'content-type': 'application/json' } : {}
        const options = { agent, host: backend.hostname, port: backend.port, method, path, headers }
        const request = http.request(options, response => {
            const parts = []
            response.on('data', part => parts.push(part))
            response.on('error', reject)
            response.on('end', () => {
                if (response.statusCode >= 300) return reject(new Error(`${path}: ${response.statusCode}`))
                const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts)
                resolve(bytes.length === 0 ? null : JSON.parse(bytes.toString('utf8')))
            })
        })
        request.on('error', reject)
        request.end(body ? JSON.stringify(body) : undefined)
    })

    const cookies = request => {
        const found = {}
        for (const pair of (request.headers.cookie ?? '').split(';')) {
            const end = pair.indexOf('=')
            if (end > 0) found[pair.slice(0, end).trim()] = pair.slice(end + 1).trim()
        }
        return found
    }

    const session = token => {
        const found = token && sessions.get(hash(token))
        return found && found.until > Date.now() ? found : null
    }

    const thread = async (id, viewer, { zone, reading }) => {
        const path = `/conversations/${id}`
        const messagesUpTo = limit => ask('GET', `${path}/messages?limit=${limit}&userId=${viewer}`)
        const conversation = await ask('GET', path)
        if (!conversation.participants.some(({ user, leftAt }) => user.id === viewer && !leftAt)) return null
        const [messages, bookmarks, { unreadCount }] = await Promise.all([
            messagesUpTo(pageSize), ask('GET', `/users/${viewer}/bookmarks`),
            ask('GET', `${path}/unread-count?userId=${viewer}`),
        ])
        const unread =
            unreadCount <= pageSize ? messages.slice(0, unreadCount) : await messagesUpTo(Math.min(unreadCount, 100))
        // With scripts, the browser reports what was seen; without them, the page that is sent counts as read.
        if (unread.length > 0 && reading !== 'told') {
            await ask('POST', `${path}/read`, { userId: viewer, lastReadMessageId: messages[0].id })
        }
        const answers = { conversation, messages, bookmarks, unread, viewer, zone: zone && decodeURIComponent(zone) }
        return new ThreadPage(frame, answers).html()
    }

    // The same format as Express uses.
    const entityTag = body =>
        `"${body.length.toString(16)}-${createHash('sha1').update(body).digest('base64').slice(0, 27)}"`

    http.createServer(async (request, response) => {
        try {
            const sent = cookies(request)
            const found = session(sent[configuration.cookie])
            if (!found) return response.writeHead(303, { location: '/sign-in' }).end()
            const target = /^\/conversations\/([0-9a-f-]{36})$/.exec(request.url)
            const html = target && await thread(target[1], found.user, sent)
            if (!html) return response.writeHead(404).end()
            const body = Buffer.from(html), etag = entityTag(body)
            if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
            response.writeHead(200, { ...configuration.headers, etag, 'content-length': body.length }).end(body)
        } catch (error) {
            console.error(error.message)
            response.writeHead(502).end()
        }
    }).listen(Number(port), '127.0.0.1')
}
