import LockIcon from '@mui/icons-material/Lock';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { toneTint } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import type { ReviewMessage } from '#shared/reviews/calls.ts';

export interface ReviewThreadProps {
  /** Messages, oldest first. */
  readonly messages: readonly ReviewMessage[];
  /** The signed-in user, whose own messages show as "You". */
  readonly ownUid: string;
  /** Returns the title of a version. The thread covers all versions of an app. */
  readonly titleOf: (versionId: string) => string;
}

/** Shows the messages of publisher and reviewers about an app's versions; internal notes are marked. */
export function ReviewThread({ messages, ownUid, titleOf }: ReviewThreadProps) {
  if (messages.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`No messages yet.`}
      </Typography>
    );
  }
  return (
    <Box
      component="ul"
      aria-label={t`Messages`}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
    >
      {messages.map((message) => (
        <Message
          key={message.id}
          message={message}
          author={authorOf(message, ownUid)}
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
  const { isInternal, byStaff } = message;
  const time = <Time iso={message.createdAt} />;
  return (
    <Box
      component="li"
      sx={[
        { px: 2, py: 1.5, borderRadius: 1, ml: { sm: byStaff ? 0 : 4 }, mr: { sm: byStaff ? 4 : 0 } },
        ...[toneTint(isInternal ? 'warning' : byStaff ? 'info' : 'neutral')].flat(),
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
          {isInternal ? rich`Internal note about ${about}, ${time}` : rich`Message about ${about}, ${time}`}
        </span>
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.text}</Typography>
    </Box>
  );
}

/** Returns the author's name. Publishers don't see the names of staff. */
function authorOf({ authorUid, authorName, byStaff }: ReviewMessage, ownUid: string): string {
  if (authorUid !== null && authorUid === ownUid) return t`You`;
  if (byStaff) return authorName === null ? t`Store staff` : t`${authorName}, reviewer`;
  return authorName ?? t`Publisher`;
}
