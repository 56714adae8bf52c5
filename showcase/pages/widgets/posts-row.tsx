import { Column } from '../../ui/columns.tsx';
import { HarbourDrawing } from './drawings.tsx';
import { PostCard } from './post-card.tsx';

/** Three posts: a colored banner, a picture, and the author on top (docs/sample-pages.md#widgets, row 3). */
export function PostsRow() {
  return (
    <>
      <Column md={6} xl={4}>
        <PostCard
          label="Post of Lea Moritz"
          author="Lea Moritz"
          tone={4}
          when="Field team"
          banner="success"
          bannerTitle="Ten thousand charges in a day"
          tags={['Milestone']}
          text="Yesterday the network passed ten thousand charges between midnight and midnight for the first time."
          likes={12}
          comments={[{ name: 'Sam Okoro', text: 'And no outlet was down. Well done!' }]}
        />
      </Column>
      <Column md={6} xl={4}>
        <PostCard
          label="Post of Nadia Ferro"
          author="Nadia Ferro"
          tone={5}
          when="Venues"
          banner={<HarbourDrawing />}
          tags={['Harbour', 'New venue']}
          text="The ferry terminal is live: twelve outlets along the waiting hall, with a view."
          likes={427}
          commentCount={98}
        />
      </Column>
      <Column md={6} xl={4}>
        <PostCard
          label="Post of Jon Ásgeir"
          author="Jon Ásgeir"
          tone={2}
          when="Campaigns"
          isAuthorFirst
          banner="danger"
          bannerTitle="Spring campaigns close on Friday"
          tags={['Deadline']}
          text="Sponsors who want the morning hours at airports should send their creatives before noon."
          likes={31}
        />
      </Column>
    </>
  );
}
