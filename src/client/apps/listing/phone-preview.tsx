import Box from '@mui/material/Box';
import { type ReactNode, Suspense } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import type { App } from '#shared/apps/app.ts';
import { textAttributes } from '#shared/languages/direction.ts';
import { t } from '#shared/languages/translate.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';

const MarkdownPreview = lazyChunk(
  'markdown-preview',
  async () => (await import('#client/components/listing/markdown-preview.tsx')).MarkdownPreview,
);

export interface StorePage {
  readonly app: App;
  readonly locale: string;
  readonly texts: ListingTexts;
  /** The paths of its pictures; null and empty without any. */
  readonly icon: string | null;
  readonly featureGraphic: string | null;
  readonly screenshots: readonly string[];
}

/** Shows a store page as a store client on a phone does, from texts as they are typed. */
export function PhonePreview({ page }: { readonly page: StorePage }) {
  return (
    <Box
      sx={{
        width: 296,
        maxWidth: '100%',
        mx: 'auto',
        p: 1,
        borderRadius: '36px',
        bgcolor: 'grey.900',
        border: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        component="section"
        aria-label={t`Store page preview`}
        tabIndex={0}
        {...textAttributes(page.locale)}
        sx={{
          height: 'min(600px, 100dvh - 270px)',
          minHeight: 320,
          overflowY: 'auto',
          overscrollBehavior: 'contain',
          scrollbarWidth: 'thin',
          borderRadius: '28px',
          bgcolor: 'background.paper',
          typography: 'body2',
          overflowWrap: 'anywhere',
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 3 },
        }}
      >
        <FeatureGraphic {...page} />
        <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
          <Heading {...page} />
          <Screenshots {...page} />
          <About {...page} />
        </Box>
      </Box>
    </Box>
  );
}

function FeatureGraphic({ featureGraphic }: StorePage) {
  const { storage } = useBackend();
  if (featureGraphic === null) return <Box sx={{ height: 20 }} />;
  return (
    <Box
      component="img"
      src={storage.urlOf(featureGraphic)}
      alt={t`Feature graphic`}
      sx={{ display: 'block', width: '100%', aspectRatio: '1024 / 500', objectFit: 'cover' }}
    />
  );
}

function Heading({ app, texts, icon }: StorePage) {
  const { storage } = useBackend();
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <AppIcon src={icon && storage.urlOf(icon)} platform={app.platform} size={56} />
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ typography: 'subtitle1', fontWeight: 650, lineHeight: 1.25 }}>
            {texts.name.trim() || <Gap>{t`No name yet`}</Gap>}
          </Box>
          <Box dir="auto" sx={{ typography: 'caption', color: 'text.secondary' }}>
            {app.ownerName}
          </Box>
        </Box>
      </Box>
      <Box>{texts.summary.trim() || <Gap>{t`No summary yet`}</Gap>}</Box>
      {/* It shows where the store client has its button. */}
      <Box
        aria-hidden
        sx={{
          py: 0.75,
          borderRadius: 5,
          textAlign: 'center',
          fontWeight: 600,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
        }}
      >
        {t`Install`}
      </Box>
    </>
  );
}

function Screenshots({ screenshots }: StorePage) {
  const { storage } = useBackend();
  if (screenshots.length === 0) return <Gap>{t`No screenshots yet`}</Gap>;
  return (
    <Box
      component="section"
      aria-label={t`Screenshots in the preview`}
      tabIndex={0}
      sx={{ display: 'flex', gap: 1, mx: -2, px: 2, overflowX: 'auto', scrollbarWidth: 'none' }}
    >
      {screenshots.map((path, at) => (
        <Box
          key={path}
          component="img"
          src={storage.urlOf(path)}
          alt={t`Screenshot ${at + 1}`}
          sx={{ height: 216, maxWidth: 240, borderRadius: 1.5, objectFit: 'contain', flexShrink: 0 }}
        />
      ))}
    </Box>
  );
}

function About({ texts: { description } }: StorePage) {
  const plain = <Box sx={{ whiteSpace: 'pre-wrap' }}>{description}</Box>;
  return (
    <div>
      <Title>{t`About this app`}</Title>
      {description.trim() === '' && <Gap>{t`No description yet`}</Gap>}
      {description.trim() !== '' && (
        <Suspense fallback={plain}>
          <MarkdownPreview text={description} />
        </Suspense>
      )}
    </div>
  );
}

function Title({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="h3" sx={{ typography: 'subtitle2', fontWeight: 650, m: 0, mb: 0.5 }}>
      {children}
    </Box>
  );
}

function Gap({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, fontStyle: 'italic' }}>
      {children}
    </Box>
  );
}
