/**
 * Waits until nothing moves in a shadow root: two frames in a row without an animation or a
 * transition that ends. Endless ones, as of a spinner, do not count. Measure widths only after it:
 * a view that slides in lies outside of its card for a moment.
 */
export async function untilStill(root: DocumentOrShadowRoot): Promise<void> {
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = root
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    if (!ending.length) return
    await Promise.allSettled(ending.map(({ finished }) => finished))
  }
}
