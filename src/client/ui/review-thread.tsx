import LockIcon from '@mui/icons-material/Lock';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReviewMessage } from '#shared/reviews/calls.ts';
import { Time } from './time.tsx';
import { toneTint } from './tone.ts';

export interface ReviewThreadProps {
  /** Oldest first. */
  readonly messages: readonly ReviewMessage[];
  /** Who reads: their own messages stand as "You". */
  readonly readerUid: string;
  /** What a version is called; the thread is about all versions of an app. */
  readonly titleOf: (versionId: string) => string;
}

/** What publisher and reviewers wrote to each other about an app's versions; internal notes are told apart. */
export function ReviewThread({ messages, readerUid, titleOf }: ReviewThreadProps) {
  if (messages.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Nobody has written anything yet.
      </Typography>
    );
  }
  return (
    <Box
      component="ul"
      aria-label="Messages"
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
    >
      {messages.map((message) => (
        <Message
          key={message.id}
          message={message}
          author={authorOf(message, readerUid)}
          about={titleOf(message.versionId)}
        />
      ))}
    </Box>
  );
}

interface MessageProps {
  readonly message: ReviewMessage;
  readonly author: string;
  readonly about: string;
}

function Message({ message, author, about }: MessageProps) {
  const { isInternal, byStore } = message;
  return (
    <Box
      component="li"
      sx={[
        { px: 2, py: 1.5, borderRadius: 1, ml: { sm: byStore ? 0 : 4 }, mr: { sm: byStore ? 4 : 0 } },
        ...[toneTint(isInternal ? 'warning' : byStore ? 'info' : 'neutral')].flat(),
      ]}
    >
      <Typography
        component="p"
        variant="body2"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mb: 0.5 }}
      >
        {isInternal && <LockIcon aria-hidden fontSize="inherit" />}
        <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {author}
        </Box>
        <span>
          {isInternal ? 'Internal note' : 'Message'} about {about}, <Time iso={message.createdAt} />
        </span>
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.text}</Typography>
    </Box>
  );
}

/** The store does not say to publishers who of its people wrote. */
function authorOf({ authorUid, authorName, byStore }: ReviewMessage, readerUid: string): string {
  if (authorUid !== null && authorUid === readerUid) return 'You';
  if (byStore) return authorName === null ? 'The store' : `${authorName}, reviewer`;
  return authorName ?? 'The publisher';
}
