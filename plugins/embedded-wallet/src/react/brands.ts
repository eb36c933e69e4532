import type { Social } from '../socials.js'

/** A sign for each provider, drawn by us as a line on a grid of 24 x 24. */
export const brandMarks: Readonly<Record<Social, string>> = {
  google: 'M12 12h8a8 8 0 1 1-2.4-5.7',
  x: 'M5 4l14 16M19 4L5 20',
  discord:
    'M7.5 6.2a13 13 0 0 1 9 0c2 3 3 6.5 2.6 10.3a10 10 0 0 1-4.1 2l-.9-1.5h-4.2L9 18.5' +
    'a10 10 0 0 1-4.1-2c-.4-3.8.6-7.3 2.6-10.3zM9.5 12.2v.2M14.5 12.2v.2',
  farcaster: 'M4.5 5h15M7 5v14M17 5v14M5 19h4M15 19h4M7 13a5 5 0 0 1 10 0',
  github:
    'M6.2 9.5 6 4l4 2.2a9 9 0 0 1 4 0L18 4l-.2 5.5a5.6 5.6 0 0 1-3.3 5.6V20' +
    'M9.5 20v-4.9a5.6 5.6 0 0 1-3.3-5.6M9.5 17.5c-3 .8-3.5-1.5-5-2',
  apple:
    'M12 8.2c-2.2-1.4-6-.8-6 3.6 0 4 2.6 8 4.4 8 .8 0 1-.5 1.8-.5s1 .5 1.8.5' +
    'c1.6 0 3.3-2.4 4-4.8-2.7-1-2.7-4.6-.2-5.9-1.5-1.8-3.8-1.9-5.8-.9zM12 7c0-2 1.2-3.5 3-4',
  facebook: 'M16 4h-1.5A3.5 3.5 0 0 0 11 7.5V20M8 11.5h7',
}
