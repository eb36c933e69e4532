import { MESSAGE_OVERHEAD_BYTES } from './mailbox.js'

// The steps that Redis runs atomically. All keys share one hash tag, so that they lie on one
// server.
// box:<topic>: key -> message; from:<topic>: key -> "author:cost"; order:<topic>: keys of a topic
// by arrival; author:<author>: "topic:key" by arrival; authors: bytes by author; bytes: topic ->
// bytes; end: "topic:key" by expiry; unheard: messages that are not announced yet, by the time at
// which they were added; counts: bytes, evicted, expired, arrivals.

export const PREFIX = '{latchkey-relay}:'

/**
 * ms after which other instances announce a message whose instance died between adding and
 * announcing it.
 */
const ANNOUNCE_TIMEOUT_MS = 2000

const PRELUDE = `
local P = '${PREFIX}'
local function counts(name, by) return redis.call('HINCRBY', P .. 'counts', name, by) end
local function add(kind, name, by)
  local now
  if kind == 'authors' then now = tonumber(redis.call('ZINCRBY', P .. kind, by, name))
  else now = tonumber(redis.call('HINCRBY', P .. kind, name, by)) end
  if now <= 0 then redis.call(kind == 'authors' and 'ZREM' or 'HDEL', P .. kind, name) end
end
local function read(from)
  local at = string.find(from, ':', 1, true)
  return string.sub(from, 1, at - 1), tonumber(string.sub(from, at + 1))
end
local function drop(member)
  local topic, key = string.sub(member, 1, 64), string.sub(member, 66)
  local from = redis.call('HGET', P .. 'from:' .. topic, key)
  redis.call('ZREM', P .. 'end', member)
  redis.call('ZREM', P .. 'unheard', member)
  redis.call('ZREM', P .. 'order:' .. topic, key)
  redis.call('HDEL', P .. 'box:' .. topic, key)
  if not from then return end
  local author, cost = read(from)
  redis.call('HDEL', P .. 'from:' .. topic, key)
  redis.call('ZREM', P .. 'author:' .. author, member)
  add('authors', author, -cost)
  add('bytes', topic, -cost)
  counts('bytes', -cost)
end
local function sweep(now, most)
  local over = redis.call('ZRANGEBYSCORE', P .. 'end', '-inf', now, 'LIMIT', 0, most)
  for _, member in ipairs(over) do drop(member) end
  if #over > 0 then counts('expired', #over) end
end
local function evict(member)
  if not member then return false end
  drop(member)
  counts('evicted', 1)
  return true
end
`

/** Arguments: topic, key, message, author, expiry, now, and the five bounds. */
export const ADD = `${PRELUDE}
local topic, key, message, author, now = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[6])
local topicMessages, topicBytes, authorBytes = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local totalMessages, totalBytes = tonumber(ARGV[10]), tonumber(ARGV[11])
local box, order, member = P .. 'box:' .. topic, P .. 'order:' .. topic, topic .. ':' .. key
local cost = #message + ${MESSAGE_OVERHEAD_BYTES}
sweep(now, 100)
if redis.call('HEXISTS', box, key) == 1 then return 0 end
local arrival = counts('arrivals', 1)
redis.call('HSET', box, key, message)
redis.call('HSET', P .. 'from:' .. topic, key, author .. ':' .. cost)
redis.call('ZADD', order, arrival, key)
redis.call('ZADD', P .. 'author:' .. author, arrival, member)
redis.call('ZADD', P .. 'end', ARGV[5], member)
redis.call('ZADD', P .. 'unheard', now, member)
add('bytes', topic, cost)
add('authors', author, cost)
counts('bytes', cost)
local function shares()
  local from, all, byAuthor = {}, {}, {}
  local found = redis.call('HGETALL', P .. 'from:' .. topic)
  for at = 1, #found, 2 do from[found[at]] = found[at + 1] end
  for at, one in ipairs(redis.call('ZRANGE', order, 0, -1)) do
    local who, size = read(from[one] or ':0')
    local share = byAuthor[who]
    if not share then
      share = { bytes = 0, first = 1, keys = {}, sizes = {}, at = {} }
      byAuthor[who] = share
      all[#all + 1] = share
    end
    local last = #share.keys + 1
    share.bytes, share.keys[last], share.sizes[last], share.at[last] = share.bytes + size, one, size, at
  end
  return all
end
local function largest(all)
  local most
  for at, share in ipairs(all) do
    local other = all[most]
    local isOlder = other and share.bytes == other.bytes and share.at[share.first] < other.at[other.first]
    if not other or share.bytes > other.bytes or isOlder then most = at end
  end
  return most
end
local messages, bytes = redis.call('ZCARD', order), tonumber(redis.call('HGET', P .. 'bytes', topic) or 0)
if messages > topicMessages or bytes > topicBytes then
  local all = shares() -- the topic is read once, however many messages leave it
  while #all > 0 and (messages > topicMessages or bytes > topicBytes) do
    local most = largest(all)
    local share = all[most]
    local size = share.sizes[share.first]
    evict(topic .. ':' .. share.keys[share.first])
    messages, bytes, share.bytes, share.first = messages - 1, bytes - size, share.bytes - size, share.first + 1
    if share.first > #share.keys then table.remove(all, most) end
  end
end
while tonumber(redis.call('ZSCORE', P .. 'authors', author) or 0) > authorBytes do
  if not evict(redis.call('ZRANGE', P .. 'author:' .. author, 0, 0)[1]) then break end
end
while redis.call('ZCARD', P .. 'end') > totalMessages
  or tonumber(redis.call('HGET', P .. 'counts', 'bytes')) > totalBytes do
  local largest = redis.call('ZREVRANGE', P .. 'authors', 0, 0)[1]
  if not largest or not evict(redis.call('ZRANGE', P .. 'author:' .. largest, 0, 0)[1]) then
    redis.call('HSET', P .. 'counts', 'bytes', 0) -- Redis has thrown keys away by itself
    break
  end
end
return 1
`

/** Arguments: topic, key, message. */
export const ANNOUNCE = `
redis.call('ZREM', '${PREFIX}unheard', ARGV[1] .. ':' .. ARGV[2])
redis.call('PUBLISH', '${PREFIX}new:' .. ARGV[1], ARGV[3])
`

/**
 * Arguments: messages and bytes of a page, the last arrival that was read on the first topic,
 * topics. Answers with messages, and with the position of the next page where there is one.
 */
export const LIST = `
local P, most, room, after, found, bytes = '${PREFIX}', tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], {}, 0
for at = 4, #ARGV do
  local topic = ARGV[at]
  local keys = redis.call('ZRANGEBYSCORE', P .. 'order:' .. topic, '(' .. after, '+inf',
    'WITHSCORES', 'LIMIT', 0, most - #found + 1)
  for next = 1, #keys, 2 do
    local length = redis.call('HSTRLEN', P .. 'box:' .. topic, keys[next])
    if #found > 0 and (#found >= most or bytes + length > room) then return { found, at - 4, tonumber(after) } end
    found[#found + 1] = redis.call('HGET', P .. 'box:' .. topic, keys[next]) or nil
    bytes = bytes + length
    after = keys[next + 1]
  end
  after = '0'
end
return { found }
`

/** Argument: topic:key. */
export const REMOVE = `${PRELUDE}
drop(ARGV[1])
`

/** Argument: now. */
export const SWEEP = `${PRELUDE}
sweep(ARGV[1], 1000)
local latest = tonumber(ARGV[1]) - ${ANNOUNCE_TIMEOUT_MS}
for _, member in ipairs(redis.call('ZRANGEBYSCORE', P .. 'unheard', '-inf', latest, 'LIMIT', 0, 100)) do
  local topic = string.sub(member, 1, 64)
  redis.call('ZREM', P .. 'unheard', member)
  local message = redis.call('HGET', P .. 'box:' .. topic, string.sub(member, 66))
  if message then redis.call('PUBLISH', P .. 'new:' .. topic, message) end
end
`

export const SIZE = `
local found = redis.call('HMGET', '${PREFIX}counts', 'bytes', 'evicted', 'expired')
local counted = { redis.call('ZCARD', '${PREFIX}end') }
for at = 1, 3 do counted[at + 1] = tonumber(found[at] or 0) end
return counted
`
