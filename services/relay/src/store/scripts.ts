// What Redis does in one step. All keys share one hash tag, so that they are in one place.
// age, end: sorted sets of "topic:key" by order of arrival and by end of life; order:<topic>: keys of a topic by arrival;
// box:<topic>: key -> message; bytes: topic -> bytes; counts: bytes, evicted, expired, arrivals.

export const PREFIX = '{latchkey-relay}:'

const PRELUDE = `
local P = '${PREFIX}'
local function counts(name, by) return redis.call('HINCRBY', P .. 'counts', name, by) end
local function drop(member)
  local topic, key = string.sub(member, 1, 64), string.sub(member, 66)
  local length = redis.call('HSTRLEN', P .. 'box:' .. topic, key)
  redis.call('ZREM', P .. 'age', member)
  redis.call('ZREM', P .. 'end', member)
  redis.call('ZREM', P .. 'order:' .. topic, key)
  if length == 0 then return end
  redis.call('HDEL', P .. 'box:' .. topic, key)
  counts('bytes', -(length + 512))
  if redis.call('HINCRBY', P .. 'bytes', topic, -(length + 512)) <= 0 then redis.call('HDEL', P .. 'bytes', topic) end
end
local function sweep(now, most)
  local over = redis.call('ZRANGEBYSCORE', P .. 'end', '-inf', now, 'LIMIT', 0, most)
  for _, member in ipairs(over) do drop(member) end
  if #over > 0 then counts('expired', #over) end
end
local function evict(member)
  drop(member)
  counts('evicted', 1)
end
`

/** topic, key, message, end of life, now, and the four bounds. */
export const ADD = `${PRELUDE}
local topic, key, message = ARGV[1], ARGV[2], ARGV[3]
local topicMessages, topicBytes, totalMessages, totalBytes = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local box, order, member = P .. 'box:' .. topic, P .. 'order:' .. topic, topic .. ':' .. key
sweep(ARGV[5], 100)
if redis.call('HEXISTS', box, key) == 1 then return 0 end
local arrival = counts('arrivals', 1)
redis.call('HSET', box, key, message)
redis.call('ZADD', order, arrival, key)
redis.call('ZADD', P .. 'age', arrival, member)
redis.call('ZADD', P .. 'end', ARGV[4], member)
local bytes = redis.call('HINCRBY', P .. 'bytes', topic, #message + 512)
counts('bytes', #message + 512)
while redis.call('ZCARD', order) > topicMessages or tonumber(redis.call('HGET', P .. 'bytes', topic) or 0) > topicBytes do
  local oldest = redis.call('ZRANGE', order, 0, 0)[1]
  if not oldest then break end
  evict(topic .. ':' .. oldest)
end
while redis.call('ZCARD', P .. 'age') > totalMessages or tonumber(redis.call('HGET', P .. 'counts', 'bytes')) > totalBytes do
  local oldest = redis.call('ZRANGE', P .. 'age', 0, 0)[1]
  if not oldest then
    redis.call('HSET', P .. 'counts', 'bytes', 0) -- Redis has thrown keys away by itself
    break
  end
  evict(oldest)
end
redis.call('PUBLISH', P .. 'new:' .. topic, message)
return 1
`

/** topics */
export const LIST = `
local found = {}
for _, topic in ipairs(ARGV) do
  for _, key in ipairs(redis.call('ZRANGE', '${PREFIX}order:' .. topic, 0, -1)) do
    found[#found + 1] = redis.call('HGET', '${PREFIX}box:' .. topic, key)
  end
end
return found
`

/** topic:key */
export const REMOVE = `${PRELUDE}
drop(ARGV[1])
`

/** now */
export const SWEEP = `${PRELUDE}
sweep(ARGV[1], 1000)
`

export const SIZE = `
local found = redis.call('HMGET', '${PREFIX}counts', 'bytes', 'evicted', 'expired')
return { redis.call('ZCARD', '${PREFIX}age'), tonumber(found[1] or 0), tonumber(found[2] or 0), tonumber(found[3] or 0) }
`
