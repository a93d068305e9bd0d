// The same page by Node's own `http`, two workers: session check, the same questions to the same backend (membership
// first, the others side by side), decode, escape, write.
//
//     node node.mjs PORT CONFIGURATION
//
// The page comes as pieces with holes for what the messages hold, so what Node need not format is to its advantage.

import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'

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

    const ask = ({ method, target, body }) => new Promise((resolve, reject) => {
        const headers = body === null ? {} : { 'content-type': 'application/json' }
        const options = { agent, host: backend.hostname, port: backend.port, method, path: target, headers }
        const request = http.request(options, response => {
            const parts = []
            response.on('data', part => parts.push(part))
            response.on('error', reject)
            response.on('end', () => {
                if (response.statusCode >= 300) return reject(new Error(`${target}: ${response.statusCode}`))
                const text = Buffer.concat(parts).toString('utf8')
                resolve(text === '' ? null : JSON.parse(text))
            })
        })
        request.on('error', reject)
        request.end(body ?? undefined)
    })

    const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
    const escaped = text => text.replace(/[&<>"']/g, character => escapes[character])

    const session = request => {
        for (const pair of (request.headers.cookie ?? '').split(';')) {
            const [name, value] = pair.trim().split('=')
            if (name !== configuration.cookie) continue
            const found = sessions.get(hash(value))
            if (found && found.until > Date.now()) return found
        }
        return null
    }

    const page = async user => {
        let isMember = false
        for (const question of configuration.first) {
            const conversation = await ask(question)
            isMember ||= conversation.participants.some(participant =>
                (participant.userId ?? participant.user?.id) === user && !participant.leftAt)
        }
        if (!isMember) return null
        const answers = await Promise.all(configuration.others.map(ask))
        const messages = new Map(answers[configuration.messages].map(message => [message.id, message]))
        let html = ''
        for (const piece of configuration.pieces) {
            if (typeof piece === 'string') html += piece
            else html += escaped(String(messages.get(piece.message)[piece.field]))
        }
        return html
    }

    http.createServer(async (request, response) => {
        try {
            const found = session(request)
            if (!found) return response.writeHead(303, { location: '/sign-in' }).end()
            const html = await page(found.user)
            if (html === null) return response.writeHead(404).end()
            const body = Buffer.from(html, 'utf8')
            response.writeHead(200, { ...configuration.headers, 'content-length': body.length }).end(body)
        } catch (error) {
            console.error(error.message)
            response.writeHead(502).end()
        }
    }).listen(Number(port), '127.0.0.1')
}
