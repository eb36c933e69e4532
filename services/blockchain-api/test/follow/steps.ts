import { type Follower } from '../../src/follow/follower.js'
import { type FollowHealth } from '../../src/follow/health.js'

/** Works until its health is as wanted. @throws an error with its health after so many steps */
export async function stepUntil(
  follower: Follower,
  isThere: (health: FollowHealth) => boolean,
  most: number,
): Promise<void> {
  for (let at = 0; at < most && !isThere(follower.health()); at += 1) await follower.step()
  const health = follower.health()
  if (!isThere(health))
    throw new Error(`After ${most} steps it is not there: ${JSON.stringify(health)}`)
}
