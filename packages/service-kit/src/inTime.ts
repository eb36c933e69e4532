/**
 * A call that is late is told to stop, and one that does not listen is not waited for. Where a part of it
 * failed, its other parts are told to stop too.
 */
export const inTime = async <Answer>(
  ms: number,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      const error = Object.assign(new Error('took too long'), { name: 'TimeoutError' })
      controller.abort(error)
      fail(error)
    }, ms)
  })
  try {
    return await Promise.race([call(controller.signal), late])
  } catch (error) {
    controller.abort(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
