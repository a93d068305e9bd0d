// Timestamps in the viewer's time zone, in English.

export const minute = 60_000
const day = 24 * 60 * minute

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// Minutes in the viewer's time zone; without one, in the server's.
export const local = (at, zone) => {
    const date = new Date(at + offset(at, zone)), minutes = date.getUTCMinutes(), year = date.getUTCFullYear()
    const clock = `${date.getUTCHours()}${minutes < 10 ? ':0' : ':'}${minutes}`
    const name = `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
    const start = Math.floor(at / minute) * minute
    return {
        day: Math.floor(date / day), year, name, clock, full: `${name} ${year} ${clock}`,
        holds: moment => moment >= start && moment < start + minute,
    }
}

export const dayName = (time, today) => {
    if (time.day === today.day) return 'Today'
    if (time.day === today.day - 1) return 'Yesterday'
    return time.year === today.year ? time.name : `${time.name} ${time.year}`
}

const formatters = new Map()

const offset = (at, zone) => {
    if (!zone) return new Date(at).getTimezoneOffset() * -minute
    let formatter = formatters.get(zone)
    if (!formatter) {
        formatter = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
        formatters.set(zone, formatter)
    }
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(formatter.format(at))
    return sign ? (hours * 60 + +minutes) * (sign === '-' ? -minute : minute) : 0
}
