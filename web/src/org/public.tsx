/** The front door of the organisation: videos in a page's help. */
export { PageVideos } from './videos/PageVideos'
