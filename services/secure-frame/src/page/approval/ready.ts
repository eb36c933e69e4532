/** The word of a window to the frame that opened it, both of one origin. */
export const WINDOW_READY = 'latchkey window ready'
